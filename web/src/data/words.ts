// Words of the data, as the program writes them. Written by the test PageWords; do not edit.

export const kSignalKinds = [
  "traffic light",
  "pedestrian light",
  "bicycle light",
  "special light",
  "stop sign",
  "yield sign",
  "stop line",
  "yield line",
  "crosswalk",
  "speed limit",
  "end of speed limit",
  "priority sign",
  "supplementary plate",
  "other",
] as const;
export type SignalKind = (typeof kSignalKinds)[number];

export const kLaneTypes = [
  "none",
  "driving",
  "shoulder",
  "border",
  "stop",
  "restricted",
  "parking",
  "median",
  "biking",
  "sidewalk",
  "walking",
  "curb",
  "bidirectional",
  "exit",
  "entry",
  "onRamp",
  "offRamp",
  "connectingRamp",
  "slipLane",
  "bus",
  "taxi",
  "HOV",
  "tram",
  "rail",
  "roadWorks",
  "special1",
  "special2",
  "special3",
  "mwyEntry",
  "mwyExit",
  "shared",
  "other",
] as const;
export type LaneType = (typeof kLaneTypes)[number];

export const kActorCategories = [
  "car",
  "truck",
  "bus",
  "van",
  "trailer",
  "semitrailer",
  "motorcycle",
  "bicycle",
  "train",
  "tram",
  "wheelchair",
  "scooter",
  "work_machine",
  "other_vehicle",
  "person",
  "animal",
  "object",
  "bridge",
  "overhead_structure",
  "speed_bump",
  "vegetation",
  "curbstone",
] as const;
export type ActorCategory = (typeof kActorCategories)[number];

export const kLightStates = [
  "",
  "off",
  "green",
  "yellow",
  "red",
  "red_yellow",
  "flashing_red",
  "flashing_yellow",
] as const;
export type LightState = (typeof kLightStates)[number];

export const kLightColours = ["unknown", "off", "green", "yellow", "red", "red_yellow"] as const;
export type LightColour = (typeof kLightColours)[number];

export const kLineRoles = ["value", "limit", "context", "axis", "light"] as const;
export type LineRole = (typeof kLineRoles)[number];

export const kMetricRoles = ["plain", "value", "limit", "judgement"] as const;
export type MetricRole = (typeof kMetricRoles)[number];
