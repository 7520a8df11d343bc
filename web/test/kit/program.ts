// Reports that the program makes: SCRUTINEER_PROGRAM names it.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const kRoot = resolve(process.cwd(), "..");
export const kProgram = process.env["SCRUTINEER_PROGRAM"] ?? join(kRoot, "build", "scrutineer");
export const hasProgram = existsSync(kProgram);
export const kData = process.env["SCRUTINEER_DATA"] ?? join(kRoot, "..", "shared", "data");

export class Scratch {
  readonly folder = mkdtempSync(join(tmpdir(), "scrutineer-report-"));

  path(name: string): string {
    return join(this.folder, name);
  }
  // Evaluates a run and gives the path of its report.
  report(name: string, words: string[]): string {
    const out = this.path(name);
    const done = spawnSync(kProgram, ["check", ...words, "--out", out, "--report"], { encoding: "utf8" });
    if (!existsSync(join(out, "report.html"))) throw new Error(`${words.join(" ")}: ${done.stdout}${done.stderr}`);
    return join(out, "report.html");
  }
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
