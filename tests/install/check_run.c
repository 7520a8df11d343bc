/* Checks a run through the C library: check_in_c FOLDER MANIFEST_JSON prints the result. */
#include <scrutineer.h>
#include <stdio.h>

int main(int count, char** words) {
  scr_error* error = NULL;
  scr_run_options options;
  char* result;
  if (count != 3) return 2;
  scr_run_options_init(&options);
  options.folder = words[1];
  result = scr_check(words[2], &options, &error);
  if (result == NULL) {
    fprintf(stderr, "%s:%ld: %s\n", scr_error_file(error), (long)scr_error_line(error), scr_error_message(error));
    scr_error_free(error);
    return 2;
  }
  fputs(result, stdout);
  scr_free(result);
  return 0;
}
