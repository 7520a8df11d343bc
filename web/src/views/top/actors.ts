// Actors as their boxes, with id and speed, and what is wrong with them now.

import { poseAt, type Pose } from "../../data/motion.ts";
import type { Run } from "../../data/run.ts";
import { severityRank, type Issue, type Severity } from "../../data/result.ts";
import { isolated, shortened } from "../../ui/dom.ts";
import { numberText } from "../../ui/format.ts";
import { severityColour, type Palette } from "../../ui/severity.ts";
import { overlap, seen, toScreen, type Box, type Camera, type Size } from "./camera.ts";

const kLabelsFrom = 1.6; // pixels for a metre
const kMostLabels = 80;

export interface Placed {
  actor: number;
  pose: Pose;
}

export class ActorLayer {
  private readonly poses: Pose[];
  private readonly placed: Placed[] = [];
  private readonly issuesOf: Issue[][]; // by actor

  constructor(private readonly run: Run) {
    const actors = run.about.scene?.actors ?? [];
    this.poses = actors.map(() => ({ x: 0, y: 0, yaw: 0, speed: NaN }));
    this.issuesOf = actors.map(() => []);
    for (const issue of run.result.issues)
      for (const id of [issue.actor.id, issue.other_actor?.id])
        if (id !== undefined) this.issuesOf[run.actorOf(id)]?.push(issue);
  }

  // Who is there at that time.
  place(time: number): readonly Placed[] {
    this.placed.length = 0;
    const { tracks } = this.run.motion;
    for (let actor = 0; actor < tracks.length; ++actor) {
      const pose = poseAt(tracks[actor], time, this.poses[actor]);
      if (pose) this.placed.push({ actor, pose });
    }
    return this.placed;
  }

  private inSight(camera: Camera, size: Size): Placed[] {
    const bodies = this.run.about.scene?.actors ?? [];
    const view = seen(camera, size);
    return this.placed.filter(({ actor, pose }) => {
      const r = bodies[actor].length + 2;
      return overlap([pose.x - r, pose.y - r, pose.x + r, pose.y + r], view);
    });
  }

  // The gravest issue of the actor at that time, and shortly after.
  private trouble(actor: number, time: number): Severity | null {
    let worst: Severity | null = null;
    for (const issue of this.issuesOf[actor]) {
      if (time < issue.start - 1e-6 || time > Math.max(issue.end, issue.start + 0.3) + 1e-6) continue;
      if (worst === null || severityRank(issue.severity) < severityRank(worst)) worst = issue.severity;
    }
    return worst;
  }

  draw(
    context: CanvasRenderingContext2D,
    camera: Camera,
    size: Size,
    palette: Palette,
    time: number,
    marked: ReadonlySet<number>,
  ): void {
    for (const { actor, pose } of this.inSight(camera, size))
      this.drawBody(context, camera, size, palette, actor, pose, time, marked.has(actor));
  }

  // Above everything else.
  drawLabels(
    context: CanvasRenderingContext2D,
    camera: Camera,
    size: Size,
    palette: Palette,
    options: { followed: number; marked: ReadonlySet<number>; free: readonly Box[] }, // boxes to leave free
  ): void {
    if (camera.scale < kLabelsFrom) return;
    const bodies = this.run.about.scene?.actors ?? [];
    const inSight = this.inSight(camera, size);
    // The ego first, then marked and followed actors; a label that would lie over another one is left out.
    const rank = (actor: number) =>
      actor === this.run.ego ? 0 : options.marked.has(actor) || actor === options.followed ? 1 : 2;
    const labelled = inSight
      .filter(({ actor }) => bodies[actor].part_of === null && (!bodies[actor].is_static || rank(actor) < 2))
      .sort((a, b) => rank(a.actor) - rank(b.actor))
      .slice(0, kMostLabels);
    const taken: Box[] = [...options.free];
    for (const { actor, pose } of labelled) this.drawLabel(context, camera, size, palette, actor, pose, taken);
  }

  private drawBody(
    context: CanvasRenderingContext2D,
    camera: Camera,
    size: Size,
    palette: Palette,
    actor: number,
    pose: Pose,
    time: number,
    marked: boolean,
  ): void {
    const body = this.run.about.scene?.actors[actor];
    if (!body) return;
    const [sx, sy] = toScreen(camera, size, pose.x, pose.y);
    const isEgo = actor === this.run.ego || body.part_of === this.run.ego;
    const length = Math.max(body.length * camera.scale, 3);
    const width = Math.max(body.width * camera.scale, 2);
    context.save();
    context.translate(sx, sy);
    context.rotate(-pose.yaw);
    context.fillStyle = isEgo
      ? palette.ego
      : body.is_vru
        ? palette.vru
        : body.is_static
          ? palette.thing
          : palette.actor;
    context.strokeStyle = palette.page;
    context.lineWidth = 1;
    context.beginPath();
    if (body.outline) {
      for (let i = 0; i < body.outline.length; i += 2)
        context.lineTo(body.outline[i] * camera.scale, -body.outline[i + 1] * camera.scale);
    } else if (body.category === "person" || body.category === "animal") {
      context.ellipse(0, 0, length / 2, width / 2, 0, 0, 2 * Math.PI);
    } else {
      context.rect(-length / 2, -width / 2, length, width);
    }
    context.closePath();
    context.fill();
    if (width > 3) context.stroke();
    if (width > 5 && !body.is_static && !body.outline) {
      // A windscreen shows where the front is.
      context.fillStyle = palette.page;
      context.globalAlpha = 0.75;
      context.fillRect(length * 0.16, -width * 0.36, Math.max(length * 0.1, 1.5), width * 0.72);
      context.globalAlpha = 1;
    }
    const trouble = this.trouble(actor, time);
    if (trouble || marked) {
      const air = Math.max(3, 0.35 * camera.scale);
      context.strokeStyle = trouble ? severityColour(palette, trouble) : palette.text;
      context.lineWidth = trouble ? 3 : 2;
      context.setLineDash(trouble === "warning" ? [6, 3] : trouble === null ? [2, 3] : []);
      context.strokeRect(-length / 2 - air, -width / 2 - air, length + 2 * air, width + 2 * air);
    }
    context.restore();
  }

  private drawLabel(
    context: CanvasRenderingContext2D,
    camera: Camera,
    size: Size,
    palette: Palette,
    actor: number,
    pose: Pose,
    taken: Box[],
  ): void {
    const body = this.run.about.scene?.actors[actor];
    if (!body) return;
    const [sx, sy] = toScreen(camera, size, pose.x, pose.y);
    const isMoving = body.category !== "object";
    const speed = isMoving && Number.isFinite(pose.speed) ? `  ${numberText(pose.speed * 3.6, 0)} km/h` : "";
    const text = `${isolated(shortened(body.id, 18))}${speed}`;
    const reach = (Math.abs(Math.sin(pose.yaw)) * body.length + Math.abs(Math.cos(pose.yaw)) * body.width) / 2;
    context.font = actor === this.run.ego ? "600 12px system-ui, sans-serif" : "11px system-ui, sans-serif";
    context.textAlign = "center";
    context.textBaseline = "top";
    context.direction = "ltr";
    const half = context.measureText(text).width / 2 + 2;
    const below = sy + reach * camera.scale + 6;
    const above = sy - reach * camera.scale - 20;
    const place = [below, above].find(
      (top) => !taken.some((box) => overlap(box, [sx - half, top, sx + half, top + 14])),
    );
    if (place === undefined) return;
    const y = place;
    taken.push([sx - half, y, sx + half, y + 14]);
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = palette.page;
    context.strokeText(text, sx, y);
    context.fillStyle = palette.text;
    context.fillText(text, sx, y);
  }

  // Where it was drawn last; null: it is not there.
  poseOf(actor: number): Pose | null {
    return this.placed.find((one) => one.actor === actor)?.pose ?? null;
  }

  // The actor whose box is there, with some pixels of slack.
  at(camera: Camera, size: Size, sx: number, sy: number, slack = 14): number {
    let best = -1;
    let nearest = slack;
    const bodies = this.run.about.scene?.actors ?? [];
    for (const { actor, pose } of this.placed) {
      const [x, y] = toScreen(camera, size, pose.x, pose.y);
      const [cos, sin] = [Math.cos(pose.yaw), Math.sin(pose.yaw)];
      const along = Math.abs((sx - x) * cos - (sy - y) * sin) - (bodies[actor].length / 2) * camera.scale;
      const aside = Math.abs((sx - x) * sin + (sy - y) * cos) - (bodies[actor].width / 2) * camera.scale;
      const distance = Math.hypot(Math.max(along, 0), Math.max(aside, 0));
      if (distance < nearest) {
        nearest = distance;
        best = actor;
      }
    }
    return best;
  }
}
