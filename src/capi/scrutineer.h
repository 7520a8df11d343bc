/* Scrutineer as a C library: maps, checks of recorded runs, runs that are being driven, the Teleporter, and stores.
 *
 *   scr_error* error = NULL;
 *   scr_session* session = scr_session_open("{\"map\": \"town.xodr\", \"ego\": \"hero\"}", NULL, &error);
 *   if (session == NULL) { puts(scr_error_message(error)); scr_error_free(error); return 2; }
 *   scr_actor hero;
 *   scr_actor_init(&hero);                       // the size, and "not reported" for all numbers
 *   hero.id = "hero";
 *   hero.x = ...; hero.y = ...; hero.yaw = ...;
 *   scr_session_step(session, time_ns, &hero, 1, NULL, 0, &error);
 *   ... scr_session_events(session, &events, &count, &error) ...
 *   char* result = scr_session_finish(session, &error);      // the JSON of docs/results.md
 *   scr_free(result);
 *   scr_session_close(session);
 *
 * Rules
 * - Units are SI, angles radians counter-clockwise from +x, times nanoseconds of the simulator's own clock. Positions
 *   are those of the map's file. Texts are UTF-8 and end with a zero.
 * - A call that can fail takes a scr_error**, which may be NULL. It sets *error to NULL, or to an error that the caller
 *   frees with scr_error_free(). Calls that return a code return the error's; calls that return a pointer return NULL.
 *   Nothing is ever printed, nothing aborts, and no signal handler is set.
 * - NaN is "not reported".
 * - There is no global state. Any number of sessions, maps and Teleporters live side by side, in any threads. A session,
 *   a Teleporter or a store is used by one thread at a time: a second one gets SCR_ERROR_BUSY. A map never changes and may be
 *   used by any number of threads at once; it is counted, so it may be closed while sessions still use it.
 * - Structs begin with their size, which the caller sets to sizeof: a library that knows more members, or fewer, than
 *   the program was compiled with can tell. All elements of an array have the same size.
 * - A pointer that a call gives belongs to the session, map or Teleporter, and is good until its next call (what is of
 *   the map: until the map is closed). Only char* results of scr_check, scr_session_finish, scr_store_ask,
 *   scr_teleporter_log and scr_teleporter_arrivals are the caller's, to be freed with scr_free().
 */
#ifndef SCRUTINEER_H
#define SCRUTINEER_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SCR_API __attribute__((visibility("default")))
#else
#define SCR_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Of this header; it is also the library's soname. It changes only when programs have to be compiled anew. */
#define SCR_ABI_VERSION 1

/* "0.1.0": of the library that was loaded. Never NULL. */
SCR_API const char* scr_version(void);
SCR_API int32_t scr_abi_version(void);

/* ---- errors ----------------------------------------------------------------------------------------------------- */

enum {
  SCR_OK = 0,
  SCR_ERROR_ARGUMENT = 1, /* NULL, a negative count, a wrong size of a struct, no UTF-8, a number that is none */
  SCR_ERROR_INPUT = 2,    /* what a file, a JSON text or a frame says: the message has file and line */
  SCR_ERROR_STATE = 3,    /* the session is finished, the run is over */
  SCR_ERROR_BUSY = 4,     /* another thread is in a call with the same session, Teleporter or store */
  SCR_ERROR_MEMORY = 5,
  SCR_ERROR_INTERNAL = 6 /* a mistake of this library; please report it with the message */
};

typedef struct scr_error scr_error;

/* Of NULL: SCR_OK, empty texts and 0. */
SCR_API int32_t scr_error_code(const scr_error* error);
SCR_API const char* scr_error_message(const scr_error* error); /* without the place */
SCR_API const char* scr_error_file(const scr_error* error);    /* "": it is about no file */
SCR_API int64_t scr_error_line(const scr_error* error);        /* from 1; 0: not known */
SCR_API void scr_error_free(scr_error* error);

SCR_API void scr_free(char* text);

/* ---- maps ------------------------------------------------------------------------------------------------------- */

typedef struct scr_map scr_map;

/* Of an OpenDRIVE file, or of a run that carries its map. */
SCR_API scr_map* scr_map_open(const char* file, scr_error** error);
/* Of OpenDRIVE text in memory; `name` is what errors call it. */
SCR_API scr_map* scr_map_read(const char* content, int64_t size, const char* name, scr_error** error);
/* One more reference: the map lives until each is closed. Returns `map`. */
SCR_API scr_map* scr_map_share(scr_map* map);
SCR_API void scr_map_close(scr_map* map);

/* A place on a lane. Left is positive in the sense of the road's s, whichever way traffic runs. */
typedef struct scr_position {
  uint32_t size;
  int32_t lane;       /* OpenDRIVE's number: negative to the right of the reference line */
  const char* road;   /* OpenDRIVE's id, of the map; NULL: on no lane, and nothing below means anything */
  int32_t road_index; /* these two are what further calls go by; -1: on no lane */
  int32_t lane_index; /*  */
  int32_t lane_count; /* how many lanes contain the point; this is the one whose centre is nearest */
  int32_t is_along_s; /* 1: traffic on the lane runs along s */
  double s, t;        /* m */
  double offset;      /* m from the lane's centre line */
  double width;       /* m, of the lane here */
  double heading;     /* rad, of the reference line here */
  double height;      /* m, z of the road's surface here */
} scr_position;

/* The nearest lane that contains each point. `xyz` are 3 n numbers; with a z of NaN any level counts, else those whose
 * surface is within 3 m of it. out[0].size tells the size of all elements of `out`. */
SCR_API int32_t scr_map_locate(const scr_map* map, int64_t n, const double* xyz, scr_position* out, scr_error** error);
/* The lane nearest to each point within `radius` metres, for points beside the road; `distances` may be NULL. */
SCR_API int32_t scr_map_nearest(const scr_map* map, int64_t n, const double* xyz, double radius, scr_position* out,
                                double* distances, scr_error** error);
/* The place on the centre of a lane that is named by road, number and s. */
SCR_API int32_t scr_map_find_lane(const scr_map* map, const char* road, double s, int32_t lane, scr_position* out,
                                  scr_error** error);

typedef struct scr_point {
  uint32_t size;
  uint32_t reserved;
  double x, y, z;
  double heading;   /* rad, along s */
  double curvature; /* 1/m, left is positive */
} scr_point;

/* The points of places: lane_index, s (within the lane's section) and offset of each are looked at. */
SCR_API int32_t scr_map_point(const scr_map* map, int64_t n, const scr_position* at, scr_point* out, scr_error** error);
/* How far the places are along the roads as somebody at `ego` with this heading sees them: 2 n numbers, ahead and to the
 * left; NaN where no way of up to 300 m leads there. */
SCR_API int32_t scr_map_road_distance(const scr_map* map, const scr_position* ego, double ego_heading, int64_t n,
                                      const scr_position* places, double* out, scr_error** error);
/* Metres from each point to the road's surface: 0 on it, at most `max_distance`. */
SCR_API int32_t scr_map_surface_distance(const scr_map* map, int64_t n, const double* xyz, double max_distance,
                                         double* out, scr_error** error);
/* m/s at each place; infinity: no limit; NaN: the map does not say. */
SCR_API int32_t scr_map_legal_speed(const scr_map* map, int64_t n, const scr_position* at, double* out,
                                    scr_error** error);

typedef struct scr_route_lane {
  uint32_t size;
  int32_t lane;
  const char* road;
  int32_t road_index, lane_index;
  int32_t is_along_s; /* 1: driven along s */
  int32_t reserved;
  double s_begin, s_end; /* of the lane; s_begin < s_end whichever way it is driven */
} scr_route_lane;

/* The shortest way over lanes from one place to the other. `count` becomes how many lanes it has (0: there is none), of
 * which the first `capacity` are written; `length` becomes its length in metres (NaN: there is none), and may be NULL. */
SCR_API int32_t scr_map_route(const scr_map* map, const scr_position* from, const scr_position* to, scr_route_lane* out,
                              int64_t capacity, int64_t* count, double* length, scr_error** error);

typedef struct scr_signal {
  uint32_t size;
  int32_t lane_index; /* for which it holds there */
  const char* id;     /* OpenDRIVE's, of the map; of a painted stop line the object's */
  const char* road;   /* where it holds; both id and road are as lights name signals (scr_light) */
  const char* kind;   /* "traffic_light", "stop_sign", "stop_line" ...; of the library */
  double s, t;        /* there */
  double distance;    /* m, along the lanes */
} scr_signal;

/* What holds for traffic that goes on from the place for so many metres, nearest first; count and capacity as above. */
SCR_API int32_t scr_map_signals_ahead(const scr_map* map, const scr_position* at, double distance, scr_signal* out,
                                      int64_t capacity, int64_t* count, scr_error** error);

/* ---- recorded runs ---------------------------------------------------------------------------------------------- */

/* Beside what a manifest says. */
typedef struct scr_run_options {
  uint32_t size;
  uint32_t reserved;
  const char* folder; /* the manifest's paths count from here; NULL: from the current folder */
  const char* out;    /* the result's files go there, as with --out; NULL: nowhere. The frames of a session are then
                         recorded in OUT.recording, so that OUT/run.json can be checked again, and reports drawn */
  scr_map* map;       /* one that is open already, instead of the manifest's; NULL: none */
} scr_run_options;

SCR_API void scr_run_options_init(scr_run_options* options);

/* Evaluates the run that a manifest (docs/traces.md) names, as `scrutineer check run.json --format json` does, and
 * gives the same JSON. A run that broke off is a result, too, with "complete": false. `options` may be NULL. */
SCR_API char* scr_check(const char* manifest_json, const scr_run_options* options, scr_error** error);

/* ---- runs that are being driven --------------------------------------------------------------------------------- */

/* What an actor is. */
enum {
  SCR_CAR = 0,
  SCR_TRUCK = 1,
  SCR_BUS = 2,
  SCR_VAN = 3,
  SCR_TRAILER = 4,
  SCR_SEMITRAILER = 5,
  SCR_MOTORCYCLE = 6,
  SCR_BICYCLE = 7,
  SCR_TRAIN = 8,
  SCR_TRAM = 9,
  SCR_WHEELCHAIR = 10,
  SCR_SCOOTER = 11,
  SCR_WORK_MACHINE = 12,
  SCR_OTHER_VEHICLE = 13,
  SCR_PERSON = 14,
  SCR_ANIMAL = 15,
  SCR_OBJECT = 16,
  /* what cannot be run into */
  SCR_BRIDGE = 17,
  SCR_OVERHEAD_STRUCTURE = 18,
  SCR_SPEED_BUMP = 19,
  SCR_VEGETATION = 20,
  SCR_CURBSTONE = 21
};
enum { SCR_ROLE_NONE = 0, SCR_ROLE_EGO = 1 };
/* Who drives it. */
enum {
  SCR_DRIVER_NOT_REPORTED = 0,
  SCR_DRIVER_SUT = 1,
  SCR_DRIVER_FTX = 2,
  SCR_DRIVER_HYBRID = 3,
  SCR_DRIVER_EXTERNAL = 4
};
enum { SCR_AV_NOT_REPORTED = 0, SCR_AV_ACTIVE = 1, SCR_AV_INACTIVE = 2 };
enum {
  SCR_INDICATOR_NOT_REPORTED = 0,
  SCR_INDICATOR_OFF = 1,
  SCR_INDICATOR_LEFT = 2,
  SCR_INDICATOR_RIGHT = 3,
  SCR_INDICATOR_HAZARD = 4
};
enum { SCR_BRAKE_LIGHT_NOT_REPORTED = 0, SCR_BRAKE_LIGHT_OFF = 1, SCR_BRAKE_LIGHT_ON = 2 };

typedef struct scr_actor {
  uint32_t size;
  int32_t type;        /* SCR_CAR ... */
  const char* id;      /* not empty, at most once in a frame */
  const char* parent;  /* the actor that this one is a part of, as a trailer is of a truck; NULL or "": none */
  int32_t role;        /* SCR_ROLE_EGO: if nobody else says who the ego is */
  int32_t driver;      /* SCR_DRIVER_SUT ... */
  int32_t av_state;    /* SCR_AV_ACTIVE ... */
  int32_t indicator;   /* SCR_INDICATOR_LEFT ... */
  int32_t brake_light; /* SCR_BRAKE_LIGHT_ON ... */
  int32_t reserved;
  double x, y;                  /* m, the centre of its box in the plane; these two must be numbers */
  double z;                     /* m, its lowest point; NaN: on the road's surface */
  double yaw, pitch, roll;      /* rad; yaw NaN: where it moves to */
  double vx, vy, vz;            /* m/s along the map's axes; vx and vy together or not at all */
  double ax, ay, az;            /* m/s^2, likewise */
  double yaw_rate;              /* rad/s */
  double length, width, height; /* m; NaN or 0: what is usual for the type */
} scr_actor;

/* Sets the size, and everything else to "not reported". */
SCR_API void scr_actor_init(scr_actor* actor);

enum {
  SCR_LIGHT_UNKNOWN = 0,
  SCR_LIGHT_OFF = 1,
  SCR_LIGHT_GREEN = 2,
  SCR_LIGHT_YELLOW = 3,
  SCR_LIGHT_RED = 4,
  SCR_LIGHT_RED_YELLOW = 5
};
enum {
  SCR_MODE_REGULAR = 0,
  SCR_MODE_FLASHING_RED = 1,
  SCR_MODE_FLASHING_YELLOW = 2,
  SCR_MODE_OFF = 3,
  SCR_MODE_MALFUNCTIONING = 4,
  SCR_MODE_UNKNOWN = 5
};

/* What a signal of the map shows from now on. Only what changed need be told. */
typedef struct scr_light {
  uint32_t size;
  int32_t colour; /* SCR_LIGHT_RED ... */
  int32_t mode;   /* SCR_MODE_REGULAR ... */
  int32_t reserved;
  const char* road;   /* of the signal, as OpenDRIVE has it; NULL or "": the id is enough */
  const char* signal; /* OpenDRIVE's id */
} scr_light;

typedef struct scr_session scr_session;

/* A run to be driven. The manifest is that of a recorded run (docs/traces.md) as far as it makes sense: map, ego, config,
 * profile, settings, actors, info, ...; "trace" is only what results call the run. `options` may be NULL. */
SCR_API scr_session* scr_session_open(const char* manifest_json, const scr_run_options* options, scr_error** error);
/* The next frame; later than the one before. On an error the frame is as if it had never been, and the session goes on:
 * all but SCR_ERROR_STATE, when the run is over and wants to be finished. (What ends it, such as a map that does not belong
 * to the run, is told once; scr_session_is_over() is 1 then.) Once its actors are known, a frame in which nothing happens
 * takes no new memory. */
SCR_API int32_t scr_session_step(scr_session* session, int64_t time_ns, const scr_actor* actors, int64_t n_actors,
                                 const scr_light* lights, int64_t n_lights, scr_error** error);
/* In the next frame the actor is somewhere else on purpose. Not 0 in `is_on_its_way`: it is still on its way there, and
 * not to be judged in that frame. NULL: the ego. */
SCR_API int32_t scr_session_relocate(scr_session* session, const char* actor, int32_t is_on_its_way, scr_error** error);
/* 1: the run is over (as a setting wants it to stop at the first error), and is to be finished. */
SCR_API int32_t scr_session_is_over(const scr_session* session);

enum { SCR_EVENT_INTERVAL_START = 1, SCR_EVENT_INTERVAL_END = 2, SCR_EVENT_ISSUE = 3, SCR_EVENT_MESSAGE = 4 };
enum { SCR_INFO = 1, SCR_WARNING = 2, SCR_ERROR_CONTINUE = 3, SCR_ERROR = 4 };
enum { SCR_CATEGORY_SUT = 0, SCR_CATEGORY_OTHER = 1, SCR_CATEGORY_TOOL = 2 };

/* Times are nanoseconds since the first frame, as in results. Texts are never NULL, but for other_actor. */
typedef struct scr_event {
  uint32_t size;
  int32_t kind;            /* SCR_EVENT_ISSUE ... */
  int32_t severity;        /* of an issue: SCR_WARNING ...; of a message SCR_WARNING, SCR_INFO, or 0: for debugging */
  int32_t category;        /* of an issue: whose fault, SCR_CATEGORY_SUT ... */
  int64_t time_ns;         /* of the frame in which it happened */
  int64_t start_ns;        /* of the interval; of a message when it was said */
  int64_t end_ns;          /* of an interval that ended and of an issue */
  const char* check;       /* "road_departure"; of a message who says it, "" if it is no check */
  const char* actor;       /* its id; of a message "": it is about nobody */
  const char* other_actor; /* NULL: nobody else is involved */
  const char* issue_kind;  /* of an issue */
  const char* message;     /* of an issue: for people; of a message: what a configuration's code says */
  const char* ended_by;    /* of an interval that ended: "condition", "actor_gone" ... */
} scr_event;

/* What happened in the last frame. */
SCR_API int32_t scr_session_events(scr_session* session, const scr_event** events, int64_t* count, scr_error** error);
/* The same as lines of JSON, each with its end of line; "": nothing happened. */
SCR_API const char* scr_session_event_lines(scr_session* session, scr_error** error);

/* Ends the run and gives its result, as scr_check() does. After that only scr_session_close() is left; but if it was an
 * error that files of the result cannot be written, another call gives the result that was found all the same. */
SCR_API char* scr_session_finish(scr_session* session, scr_error** error);
/* Also in the middle of a run, which then has no result. NULL is fine. */
SCR_API void scr_session_close(scr_session* session);

/* ---- the Teleporter --------------------------------------------------------------------------------------------- */

typedef struct scr_teleporter scr_teleporter;

enum {
  SCR_COMMAND_REMOVE = 1,  /* remove this actor: it is within `radius` of x, y */
  SCR_COMMAND_CLEAR = 2,   /* remove every vehicle but the ego that is within `radius` of x, y */
  SCR_COMMAND_WAIT = 3,    /* the ego is about to be placed; `seconds` are left */
  SCR_COMMAND_PLACE = 4,   /* put the ego's centre at x, y, z with this heading, standing still */
  SCR_COMMAND_DONE = 5,    /* the ego is there: an episode begins. `text` is the row of the log */
  SCR_COMMAND_ARRIVED = 6, /* the ego passed the midpoint, `seconds` after the episode began */
  SCR_COMMAND_WARNING = 7  /* `text` is for people */
};

typedef struct scr_command {
  uint32_t size;
  int32_t kind;                /* SCR_COMMAND_PLACE ... */
  const char* actor;           /* of REMOVE, else NULL */
  const char* text;            /* never NULL */
  double x, y, z, heading;     /* of CLEAR, REMOVE (x, y) and PLACE */
  double vx, vy, vz, yaw_rate; /* of PLACE: what the ego is to have there, which is 0 */
  double radius;               /* of CLEAR and REMOVE */
  double seconds;              /* of WAIT and ARRIVED */
  const double* way;           /* of PLACE: x and y of the lanes' centres that the ego is to drive along; NULL: any */
  int64_t way_count;           /* how many points those are */
  const char* spawn_lane;      /* of PLACE and DONE: "12/0/-1" or "RandomPoint"; else "" */
  double target_time;          /* of PLACE and DONE, in s; NaN for RandomPoint */
  double estimated_time;       /* likewise */
} scr_command;

/* Beside any simulator: it decides, the simulator carries out. `config_json` is a Teleporter's file (docs/teleporter.md);
 * `seed` wins over the file's, unless it is negative. */
SCR_API scr_teleporter* scr_teleporter_open(scr_map* map, const char* config_json, int64_t seed, scr_error** error);
/* Every frame, later than the one before. `ego` are x, y and z of its centre (z NaN: heights are not known); NULL: there
 * is no ego. `others` are all other vehicles with their ids and positions: then what is to be removed is named
 * (SCR_COMMAND_REMOVE). Without them it is an area (SCR_COMMAND_CLEAR). */
SCR_API int32_t scr_teleporter_step(scr_teleporter* teleporter, int64_t time_ns, const double* ego,
                                    const scr_actor* others, int64_t n_others, scr_error** error);
/* What is to be done before the next frame, in order. */
SCR_API int32_t scr_teleporter_commands(scr_teleporter* teleporter, const scr_command** commands, int64_t* count,
                                        scr_error** error);
/* All teleports so far as the Teleporter's CSV, with its header. */
SCR_API char* scr_teleporter_log(scr_teleporter* teleporter, scr_error** error);
/* Target, estimated and achieved arrival times of the episodes so far, as CSV. */
SCR_API char* scr_teleporter_arrivals(scr_teleporter* teleporter, scr_error** error);
SCR_API void scr_teleporter_close(scr_teleporter* teleporter);

/* ---- stores of suites ------------------------------------------------------------------------------------------- */

typedef struct scr_store scr_store;

/* What `scrutineer suite run` fills: a file, or "postgresql://user@host/database". It is only read. */
SCR_API scr_store* scr_store_open(const char* address, scr_error** error);
/* One of the questions of docs/suite_questions.md, with what the options of its command would say:
 *
 *   {"question": "issues", "suite": "night-17", "new": true, "top": 0}
 *
 * gives what `scrutineer suite issues night-17 --new --top 0 --format json` prints, and in "columns" the columns of each
 * table, whether it has rows or not. */
SCR_API char* scr_store_ask(scr_store* store, const char* question_json, scr_error** error);
SCR_API void scr_store_close(scr_store* store);

#ifdef __cplusplus
}
#endif

#endif
