// Written by scripts/result-types from schema/runtime_data.schema.json; a test keeps it fresh.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface ActorRef {
  // As the trace names it.
  id: string;
  type: "car" | "truck" | "bus" | "van" | "trailer" | "semitrailer" | "motorcycle" | "bicycle" | "train" | "tram" | "wheelchair" | "scooter" | "work_machine" | "other_vehicle" | "person" | "animal" | "object" | "bridge" | "overhead_structure" | "speed_bump" | "vegetation" | "curbstone";
  // sut: the system under test.
  role: "sut" | "npc";
}

export interface CheckerStatus {
  name: string;
  // skipped: it lacked what it needs; failed: it could not go on.
  status: "completed" | "skipped" | "failed";
  // Why it was skipped or failed.
  reason: string | null;
  // Whether it was skipped because a setting of its own says so, and not for want of anything.
  turned_off: boolean;
  // How many actors it ever watched.
  instances: number;
  // How many of its intervals are not listed, because there were too many.
  intervals_left_out: number;
  // What a reader should know, one sentence each: whom it did not judge, when and why.
  notes: string[];
}

export interface Issue {
  // From 1, in the list's order.
  id: number;
  // When it was raised, in seconds.
  time: number;
  // What happened, in one word.
  kind: string;
  // Whose fault: sut, other, or tool for the evaluation's own.
  category: "sut" | "other" | "tool";
  severity: "info" | "warning" | "error_continue" | "error";
  // If a rule changed it.
  original_severity: "ignore" | "info" | "warning" | "error_continue" | "error" | null;
  // Why a rule changed it.
  reason: string | null;
  // Which raised it.
  checker: string;
  actor: ActorRef;
  other_actor: ActorRef | null;
  // In control of the actor when it began.
  driver: "sut_driver" | "ftx_driver" | "hybrid_driver" | "external_driver";
  // Of its interval, in seconds.
  start: number;
  // Of its interval, in seconds.
  end: number;
  // One line for people.
  message: string;
  details: string;
  // What a reader should know before trusting it, one sentence each: an anomaly of the map nearby.
  notes: string[];
  // By name, as the checker declares them; SI, null for what does not exist.
  metrics: Record<string, Metric>;
}

export interface LeftOut {
  // Of these issues.
  kind: string;
  category: "sut" | "other" | "tool";
  severity: "info" | "warning" | "error_continue" | "error";
  // Which raised them.
  checker: string;
  // How many of them are listed: the first.
  listed: number;
  // How many more there were.
  left_out: number;
}

export interface Interval {
  watcher: string;
  // Its id.
  actor: string;
  // Its id.
  other_actor: string | null;
  // In seconds.
  start: number;
  // In seconds.
  end: number;
  ended_by: "condition" | "run_end" | "actor_gone" | "relocation" | "frozen" | "not_entered";
  // By name, as the watcher declares them; SI, null for what does not exist.
  data: Record<string, Metric>;
}

export interface Message {
  // In seconds.
  time: number;
  level: "trace" | "debug" | "info" | "warning";
  // The watcher, checker or modifier that said it; null: none did.
  checker: string | null;
  // Whose it is: its id.
  actor: string | null;
  text: string;
}

export interface Metric {
  value: number | string | boolean | null;
  // SI; empty for plain numbers, texts and truths.
  unit: string;
  // What it means, where a configuration says so.
  text?: string;
}

export interface Result {
  // Of this shape.
  schema_version: number;
  // What evaluated the run.
  engine: {
    name: string;
    version: string;
  };
  // Whether the run was evaluated to its end.
  complete: boolean;
  // Why it was not, and where it broke off.
  incomplete_reason: string | null;
  // What the run says of itself; a configuration may add keys.
  info: { [key: string]: Json };
  // Null: the run was evaluated without a map.
  map: {
    // As it was named to the program.
    file: string;
    // How many the map checks found.
    anomalies: number;
  } | null;
  // The recorded run.
  trace: {
    // As it was named to the program.
    file: string;
    // One of mcap, carla, osi, sumo, esmini-csv, highd, ind, exid, interaction, sind, csv, columns; of a live run "live" and the simulator's name.
    format: string;
    // Evaluated.
    frames: number;
    // Ever seen, parts of compound actors included.
    actors: number;
    // The first frame's time: all times count from it.
    start: number;
    // The last evaluated frame's time.
    end: number;
    // The id of the system under test; null if there was none.
    ego: string | null;
  };
  // Every watcher and checker that was not turned off.
  checkers: CheckerStatus[];
  // By time, then checker, then actor.
  issues: Issue[];
  // Kinds of which only the first issues are listed, because there were too many; the summary counts all of them.
  issues_left_out: LeftOut[];
  // By start, then watcher, then actor.
  intervals: Interval[];
  // By name; one whose watchers were turned off or could not judge anybody is not there.
  kpis: { [key: string]: Json };
  // What a reader should know of the run, one sentence each: how the ego was chosen, what its files lack.
  notes: string[];
  // Of the whole run, by name.
  metrics: Record<string, Metric>;
  // What the configuration's code said, in the order said: as many as a person could read.
  messages: Message[];
  // How many more there were.
  messages_left_out: number;
  summary: {
    // Issues of this severity, and so on.
    error: number;
    error_continue: number;
    warning: number;
    info: number;
    // The same, by whose fault it is.
    by_category: {
      // Issues where the ego is at fault, by severity.
      sut: {
        error: number;
        error_continue: number;
        warning: number;
        info: number;
      };
      // Those of others.
      other: {
        error: number;
        error_continue: number;
        warning: number;
        info: number;
      };
      // Those of the evaluation itself.
      tool: {
        error: number;
        error_continue: number;
        warning: number;
        info: number;
      };
    };
    // fail: there is an error of the ego; else suspect: there is one of others or of the tool; else incomplete: something could not be evaluated; else pass.
    verdict: "pass" | "fail" | "suspect" | "incomplete";
  };
}
