// What running code asks of the world around it: other instances, actors, settings, lists, issues.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lang/vm/detail/instance_events.h"

namespace scrutineer::lang::detail {

class ProgramHost final : public Host {
 public:
  ProgramHost(const Image& image, Machine& machine, Instances& instances, InstanceEvents& events, Said& said);

  // What code is about that hears of a check of the catalogue, as long as this lives.
  struct Subject {
    const std::vector<watch::Value>* metrics = nullptr;  // of an interval that ends just now
    watch::Issue* issue = nullptr;                       // that is being raised ...
    const watch::CheckInfo* check = nullptr;             // by this one
  };
  class About {
   public:
    About(ProgramHost& host, const std::vector<watch::Value>& metrics) : host_(host), before_(host.subject_) {
      host.subject_.metrics = &metrics;
    }
    About(ProgramHost& host, watch::Issue& issue, const watch::CheckInfo& check) : host_(host), before_(host.subject_) {
      host.subject_.issue = &issue;
      host.subject_.check = &check;
    }
    ~About() { host_.subject_ = before_; }
    About(const About&) = delete;
    About& operator=(const About&) = delete;

   private:
    ProgramHost& host_;
    Subject before_;
  };

  InstanceCells instance(double handle) override;
  double instance_of(std::uint32_t declaration, double actor) override;
  double instance_of_run(std::uint32_t declaration) override;
  double* actor_cells(trace::ActorId actor) override;
  double metric(std::uint32_t metric) override;
  double setting(std::uint32_t parameter, scene::Slot slot) override;
  void emit(const OwnInstance& own, std::uint32_t event) override;
  void emit_of(double handle, std::uint32_t event) override;
  void start_interval(double handle, double since) override;
  void end_interval(double handle) override;
  void set_mode(std::uint32_t declaration, trace::ActorId actor, bool frozen) override;
  void set_check_mode(const std::string& check, trace::ActorId actor, bool frozen) override;
  void log(const OwnInstance& own, std::string_view level, const std::string& text) override {
    said_.log(own, level, text);
  }
  void raise(const OwnInstance& own, const std::string& kind, watch::Severity severity,
             const std::string& details) override;
  watch::Issue* issue() override { return subject_.issue; }
  std::string_view issue_check() override { return subject_.check == nullptr ? "" : subject_.check->name; }
  std::optional<map::RoadDistance> road_distance(scene::Slot from, scene::Slot to, BodyPoint from_point,
                                                 BodyPoint to_point) override;
  double everybody(Everybody who) override;

  std::span<const double> all_actor_cells() const { return actor_cells_; }

 private:
  void leave_if_stopped(const OwnInstance& running);

  const Image& image_;
  Machine& machine_;
  Instances& instances_;
  InstanceEvents& events_;
  Said& said_;
  Subject subject_;
  PairDistances distances_;
  std::vector<double> actor_cells_;            // machine_.actor_stride() of each actor
  std::vector<std::vector<double>> settings_;  // by parameter, then actor ...
  std::vector<std::vector<char>> settings_known_;
  std::vector<double> found_;
  std::array<std::pair<scene::Epoch, double>, 5> everybody_{};
};

}  // namespace scrutineer::lang::detail
