// What a program says: values and metrics as results hold them, issues, errors while running, and messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lang/vm/detail/instances.h"

namespace scrutineer::lang::detail {

class Said {
 public:
  static constexpr std::size_t kMostMessages = 1000;

  Said(const Image& image, Machine& machine, Instances& instances)
      : image_(image), machine_(machine), instances_(instances) {}

  watch::Value value(double number, const Type& type) const;
  std::vector<watch::Value> metrics(InstanceAt where) const;  // as they were taken

  // What an issue rule says. Throws what its code throws.
  struct IssueWords {
    std::optional<watch::Severity> severity;
    std::string details;
  };
  IssueWords words_of(const IssueRule& rule, const OwnInstance& own);

  // At the end of an interval, of the kind that stands in this place of its check.
  void raise_at_end(InstanceAt where, std::size_t kind, const IssueWords& words, Time end,
                    const std::vector<watch::Value>& data);
  // Now; the kind by its name.
  void raise_now(InstanceAt where, const std::string& kind, watch::Severity severity, const std::string& details);
  std::string text_of(const Fault& fault) const;  // with its place
  void raise_fault(InstanceAt where, const Fault& fault);
  void raise_fault(const watch::CheckInfo& info, const watch::SubjectRef& subject, const Fault& fault);

  void log(const OwnInstance& own, std::string_view level, const std::string& text);
  // Of a value of the run (top.info): its code could not be evaluated.
  void log_fault(const Metric& info, const Fault& fault);
  std::size_t messages_left_out() const { return messages_left_out_; }

 private:
  watch::SubjectRef subject(InstanceAt where) const;

  const Image& image_;
  Machine& machine_;
  Instances& instances_;
  std::size_t messages_ = 0;
  std::size_t messages_left_out_ = 0;
};

}  // namespace scrutineer::lang::detail
