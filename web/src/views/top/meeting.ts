// Two actors that meet: the trails of both around an interval or issue that is about two actors, and when each was where their ways
// came nearest.

import type { Track } from "../../data/motion.ts";
import type { Run } from "../../data/run.ts";
import type { ViewState } from "../../state/state.ts";
import { isolated, shortened } from "../../ui/dom.ts";
import type { Palette } from "../../ui/severity.ts";
import { toScreen, type Camera, type Size } from "./camera.ts";

const kAround = 5; // seconds of the trails before and after
const kSame = 1; // metres: places nearer than this are the same

export interface Meeting {
  own: Track;
  other: Track;
  ownName: string;
  otherName: string;
  start: number;
  end: number;
  nearest: NearestPlaces | null;
}

export interface NearestPlaces {
  own: number; // a place in the track
  other: number;
}

function within(track: Track, meeting: Pick<Meeting, "start" | "end">): number[] {
  const places: number[] = [];
  for (let i = 0; i < track.times.length; ++i)
    if (track.times[i] >= meeting.start - kAround && track.times[i] <= meeting.end + kAround) places.push(i);
  return places;
}

// Of the places where both were, those between which the least time passed; if their ways never meet, the nearest ones.
export function nearestPlaces(meeting: Omit<Meeting, "nearest">): NearestPlaces | null {
  const { own, other } = meeting;
  let best: NearestPlaces | null = null;
  let bestDistance = Infinity;
  let bestTime = Infinity;
  const others = within(other, meeting);
  for (const i of within(own, meeting)) {
    for (const j of others) {
      const distance = Math.max(kSame, Math.hypot(own.x[i] - other.x[j], own.y[i] - other.y[j]));
      const time = Math.abs(own.times[i] - other.times[j]);
      if (distance > bestDistance || (distance === bestDistance && time >= bestTime)) continue;
      best = { own: i, other: j };
      bestDistance = distance;
      bestTime = time;
    }
  }
  return best;
}

// Of what is selected; null: nothing that is about two actors.
export function meetingOf(run: Run, state: Pick<ViewState, "issue" | "interval">): Meeting | null {
  const issue = state.issue === null ? undefined : run.issue(state.issue);
  const about = issue ?? state.interval;
  const ownName = issue ? issue.actor.id : state.interval?.actor;
  const otherName = issue ? issue.other_actor?.id : state.interval?.other_actor;
  if (!about || !ownName || !otherName) return null;
  const own = run.motion.tracks[run.actorOf(ownName)];
  const other = run.motion.tracks[run.actorOf(otherName)];
  if (!own || !other) return null;
  const known = { own, other, ownName, otherName, start: about.start, end: about.end };
  return { ...known, nearest: nearestPlaces(known) };
}

// What is written beside the nearest places, of the first and of the other actor. Where both are there at once, as in a
// collision, their own labels say who they are.
export function momentTexts(meeting: Meeting, { own, other }: NearestPlaces): [string, string] {
  const first = `${meeting.own.times[own].toFixed(2)} s`;
  const second = `${meeting.other.times[other].toFixed(2)} s`;
  if (first === second) return ["", second];
  const name = (id: string) => isolated(shortened(id, 18));
  return [`${name(meeting.ownName)} ${first}`, `${name(meeting.otherName)} ${second}`];
}

export function drawMeeting(
  context: CanvasRenderingContext2D,
  camera: Camera,
  size: Size,
  palette: Palette,
  meeting: Meeting,
): void {
  const line = (track: Track, colour: string): void => {
    context.beginPath();
    let isFirst = true;
    for (const i of within(track, meeting)) {
      const [x, y] = toScreen(camera, size, track.x[i], track.y[i]);
      if (isFirst || track.breaks[i] === 1) context.moveTo(x, y);
      else context.lineTo(x, y);
      isFirst = false;
    }
    context.strokeStyle = colour;
    context.globalAlpha = 0.8;
    context.lineWidth = 2;
    context.setLineDash([8, 4]);
    context.stroke();
    context.setLineDash([]);
    context.globalAlpha = 1;
  };
  line(meeting.own, palette.ego);
  line(meeting.other, palette.accent);
  const { nearest } = meeting;
  if (!nearest) return;
  const mark = (track: Track, place: number, text: string, colour: string, lower: number): void => {
    const [x, y] = toScreen(camera, size, track.x[place], track.y[place]);
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.fillStyle = palette.text;
    context.font = "12px system-ui, sans-serif";
    context.textAlign = "left";
    context.textBaseline = "middle";
    context.fillText(text, x + 8, y + lower);
  };
  const [ownText, otherText] = momentTexts(meeting, nearest);
  mark(meeting.own, nearest.own, ownText, palette.ego, -10);
  mark(meeting.other, nearest.other, otherText, palette.accent, ownText === "" ? 0 : 10);
}
