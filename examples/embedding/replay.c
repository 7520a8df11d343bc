/* Pushes a run into a session frame by frame, as a simulator would, and prints what happens and the result.
 *
 *   cc -std=c11 -Wall -Wextra -pedantic replay.c -lscrutineer -o replay
 *   ./replay '{"map": "examples/maps/town.xodr"}' examples/runs/departure/run.csv
 *
 * The "simulator" here is a file of Scrutineer CSV. Events go to standard error, the result to standard output.
 */
#include <math.h>
#include <scrutineer.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ACTORS 256
#define MAX_CELLS 32
#define MAX_LINE 1024

struct frame {
  int64_t time_ns;
  int64_t count;
  scr_actor actors[MAX_ACTORS];
  char texts[MAX_ACTORS][MAX_LINE]; /* the rows, in which ids and parents lie */
};

static const char* const types[] = {"car", "truck", "bus", "van", "trailer", "semitrailer", "motorcycle", "bicycle",
                                    "train", "tram", "wheelchair", "scooter", "work_machine", "other_vehicle", "person",
                                    "animal", "object"};
static const char* const indicators[] = {"", "off", "left", "right", "hazard"};

static int32_t find(const char* word, const char* const* words, size_t count) {
  size_t i;
  for (i = 0; i < count; ++i)
    if (strcmp(word, words[i]) == 0) return (int32_t)i;
  return -1;
}

/* Cuts a line at its commas; how many cells it has. */
static size_t split(char* line, char** cells) {
  size_t count = 0;
  line[strcspn(line, "\r\n")] = '\0';
  while (count < MAX_CELLS) {
    cells[count++] = line;
    line = strchr(line, ',');
    if (line == NULL) break;
    *line++ = '\0';
  }
  return count;
}

static const struct {
  const char* name;
  size_t offset;
} numbers[] = {{"x", offsetof(scr_actor, x)},         {"y", offsetof(scr_actor, y)},
               {"z", offsetof(scr_actor, z)},         {"yaw", offsetof(scr_actor, yaw)},
               {"vx", offsetof(scr_actor, vx)},       {"vy", offsetof(scr_actor, vy)},
               {"vz", offsetof(scr_actor, vz)},       {"length", offsetof(scr_actor, length)},
               {"width", offsetof(scr_actor, width)}, {"height", offsetof(scr_actor, height)}};

static void set(scr_actor* actor, const char* column, const char* cell) {
  size_t i;
  if (*cell == '\0') return; /* not reported */
  if (strcmp(column, "id") == 0) actor->id = cell;
  if (strcmp(column, "parent") == 0) actor->parent = cell;
  if (strcmp(column, "type") == 0) actor->type = find(cell, types, sizeof types / sizeof *types);
  if (strcmp(column, "role") == 0) actor->role = SCR_ROLE_EGO;
  if (strcmp(column, "indicator") == 0)
    actor->indicator = find(cell, indicators, sizeof indicators / sizeof *indicators);
  for (i = 0; i < sizeof numbers / sizeof *numbers; ++i)
    if (strcmp(column, numbers[i].name) == 0) *(double*)((char*)actor + numbers[i].offset) = strtod(cell, NULL);
}

static int fail(scr_error* error) {
  fprintf(stderr, "%s\n", scr_error_message(error));
  scr_error_free(error);
  return 2;
}

/* 0: it was taken. */
static int push(scr_session* session, struct frame* frame) {
  scr_error* error = NULL;
  const scr_event* events = NULL;
  int64_t count = 0, i;
  if (scr_session_step(session, frame->time_ns, frame->actors, frame->count, NULL, 0, &error) != SCR_OK)
    return fail(error);
  if (scr_session_events(session, &events, &count, &error) != SCR_OK) return fail(error);
  for (i = 0; i < count; ++i)
    if (events[i].kind == SCR_EVENT_ISSUE)
      fprintf(stderr, "%.2f s: %s: %s\n", (double)events[i].time_ns / 1e9, events[i].actor, events[i].message);
  frame->count = 0;
  return 0;
}

/* Frame by frame: rows of the same time are one. */
static int replay(FILE* file, scr_session* session) {
  static struct frame frame;
  static char header[MAX_LINE];
  char* names[MAX_CELLS];
  char* cells[MAX_CELLS];
  size_t columns, i, count;
  if (fgets(header, sizeof header, file) == NULL) return 2;
  columns = split(header, names);
  while (fgets(frame.texts[frame.count], MAX_LINE, file) != NULL) {
    scr_actor actor;
    int64_t time_ns;
    count = split(frame.texts[frame.count], cells);
    time_ns = (int64_t)llround(strtod(cells[0], NULL) * 1e9);
    if (frame.count > 0 && time_ns != frame.time_ns) {
      char kept[MAX_LINE]; /* the row belongs to the next frame */
      size_t j;
      ptrdiff_t offsets[MAX_CELLS];
      const int64_t at = frame.count;
      memcpy(kept, frame.texts[at], MAX_LINE);
      for (j = 0; j < count; ++j) offsets[j] = cells[j] - frame.texts[at];
      if (push(session, &frame) != 0) return 2;
      memcpy(frame.texts[0], kept, MAX_LINE);
      for (j = 0; j < count; ++j) cells[j] = frame.texts[0] + offsets[j];
    }
    scr_actor_init(&actor);
    for (i = 1; i < columns && i < count; ++i) set(&actor, names[i], cells[i]);
    frame.time_ns = time_ns;
    frame.actors[frame.count++] = actor;
    if (frame.count == MAX_ACTORS) return 2;
  }
  return frame.count > 0 ? push(session, &frame) : 0;
}

int main(int count, char** words) {
  scr_error* error = NULL;
  scr_session* session;
  FILE* file;
  char* result = NULL;
  int code;
  if (count != 3) {
    fputs("usage: replay MANIFEST_JSON RUN.csv\n", stderr);
    return 2;
  }
  file = fopen(words[2], "r");
  if (file == NULL) {
    fprintf(stderr, "%s cannot be read\n", words[2]);
    return 2;
  }
  session = scr_session_open(words[1], NULL, &error);
  if (session == NULL) {
    fclose(file);
    return fail(error);
  }
  code = replay(file, session);
  fclose(file);
  if (code == 0) {
    result = scr_session_finish(session, &error);
    if (result == NULL) code = fail(error);
  }
  if (result != NULL) fputs(result, stdout);
  scr_free(result);
  scr_session_close(session);
  return code;
}
