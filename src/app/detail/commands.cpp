#include "app/detail/command.h"

namespace scrutineer::app {

// Each in a source of app/commands/.
Command map_info_command();
Command map_check_command();
Command map_draw_command();
Command map_locate_command();
Command trace_info_command();
Command trace_convert_command();
Command trace_draw_command();
Command check_command();
Command report_command();
Command lint_command();
Command lang_dump_command();
Command lang_library_command();
Command suite_run_command();
Command suite_rescore_command();
Command suite_plan_command();
Command suite_shard_command();
Command suite_merge_command();
Command suite_submit_command();
Command suite_watch_command();
Command suite_generate_command();
Command suite_report_command();
Command suite_list_command();
Command suite_show_command();
Command suite_issues_command();
Command suite_worst_command();
Command suite_hist_command();
Command suite_trend_command();
Command suite_diff_command();
Command suite_flaky_command();
Command suite_gate_command();
Command suite_triage_command();
Command suite_baseline_command();
Command suite_export_command();
Command suite_import_command();
Command suite_prune_command();
Command suite_check_command();
Command live_sumo_command();
Command teleporter_plan_command();
Command teleporter_schema_command();
Command list_checkers_command();
Command list_settings_command();
Command list_map_rules_command();
Command explain_command();
Command schema_command();
Command docs_command();

std::vector<Command> commands() {
  // clang-format off: one to a line
  return {
      map_info_command(),
      map_check_command(),
      map_draw_command(),
      map_locate_command(),
      trace_info_command(),
      trace_convert_command(),
      trace_draw_command(),
      check_command(),
      report_command(),
      lint_command(),
      lang_dump_command(),
      lang_library_command(),
      suite_run_command(),
      suite_rescore_command(),
      suite_plan_command(),
      suite_shard_command(),
      suite_merge_command(),
      suite_submit_command(),
      suite_watch_command(),
      suite_generate_command(),
      suite_report_command(),
      suite_list_command(),
      suite_show_command(),
      suite_issues_command(),
      suite_worst_command(),
      suite_hist_command(),
      suite_trend_command(),
      suite_diff_command(),
      suite_flaky_command(),
      suite_gate_command(),
      suite_triage_command(),
      suite_baseline_command(),
      suite_export_command(),
      suite_import_command(),
      suite_prune_command(),
      suite_check_command(),
      live_sumo_command(),
      teleporter_plan_command(),
      teleporter_schema_command(),
      list_checkers_command(),
      list_settings_command(),
      list_map_rules_command(),
      explain_command(),
      schema_command(),
      docs_command(),
  };
  // clang-format on
}

std::vector<CommandGroup> command_groups() {
  return {
      {"map", "Look into road maps", "scrutineer map info examples/maps/town.xodr"},
      {"trace", "Look into recorded runs", "scrutineer trace info examples/runs/town.csv"},
      {"lang", "Look into the compiler of configuration files", "scrutineer lang library object_state"},
      {"suite", "Evaluate many runs, keep what was found, and ask about it",
       "scrutineer suite run night1 --store nights.db --name night1"},
      {"live", "Evaluate beside a simulator that is running",
       "scrutineer live sumo --map examples/maps/town.xodr --duration 30"},
      {"teleporter", "Plan the relocation of the ego in a live simulation",
       "scrutineer teleporter plan examples/teleporter/loop.json --map examples/maps/town.xodr"},
      {"list", "List the checkers, or what can be set", "scrutineer list checkers"},
  };
}

}  // namespace scrutineer::app
