#include "run/detail/recorded_contacts.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace scrutineer::run::detail {

namespace {

using trace::RecordedContact;

constexpr std::string_view kChecker = "collision";
constexpr std::size_t kMostTold = 10;

const std::string& id_of(const trace::Tables& tables, trace::ActorId actor) {
  return tables.actors()[actor.index()].id;
}

std::string when(Time first, Time last) {
  const std::string begin = rounded(to_seconds(first), 3), end = rounded(to_seconds(last), 3);
  return begin == end ? fmt::format("at {} s", begin) : fmt::format("from {} s to {} s", begin, end);
}

bool is_of(const watch::Issue& issue, const std::string& a, const std::string& b) {
  if (!issue.other) return false;
  return (issue.actor.id == a && issue.other->id == b) || (issue.actor.id == b && issue.other->id == a);
}

bool overlap(const watch::Issue& issue, const RecordedContact& contact) {
  return issue.start <= contact.last + trace::kContactPause && contact.first <= issue.end + trace::kContactPause;
}

}  // namespace

std::vector<std::string> compare_contacts(const trace::Tables& tables, const watch::Evaluation& evaluation) {
  std::vector<std::string> notes;
  if (tables.contacts().empty()) return notes;
  const bool are_all_listed = std::ranges::none_of(evaluation.issues_left_out, [&](const watch::IssuesLeftOut& issues) {
    return evaluation.checks[issues.check].name == kChecker;
  });
  if (!are_all_listed) return {"the collisions that the run recorded were not compared: the checker found too many"};
  std::vector<const watch::Issue*> found;
  for (const watch::Issue& issue : evaluation.issues)
    if (evaluation.checks[issue.check].name == kChecker) found.push_back(&issue);
  for (const RecordedContact& contact : tables.contacts()) {
    const std::string& actor = id_of(tables, contact.actor);
    const std::string begin = fmt::format("the run recorded a collision of {} with ", actor);
    if (!contact.other.valid()) {
      notes.push_back(fmt::format("{}{}, which is no actor of it, {}: no checker can see that", begin,
                                  contact.other_name.empty() ? "something" : contact.other_name,
                                  when(contact.first, contact.last)));
      continue;
    }
    const std::string& other = id_of(tables, contact.other);
    const bool was_found = std::ranges::any_of(
        found, [&](const watch::Issue* issue) { return is_of(*issue, actor, other) && overlap(*issue, contact); });
    notes.push_back(fmt::format("{}{} {}; the checker {}", begin, other, when(contact.first, contact.last),
                                was_found ? "found it, too" : "found that their boxes did not touch then"));
  }
  for (const watch::Issue* issue : found) {
    if (!issue->other) continue;
    const auto is_recorded = [&](const std::string& id) {
      return std::ranges::any_of(tables.contacts(),
                                 [&](const RecordedContact& contact) { return id_of(tables, contact.actor) == id; });
    };
    const bool was_recorded = std::ranges::any_of(tables.contacts(), [&](const RecordedContact& contact) {
      return contact.other.valid() && is_of(*issue, id_of(tables, contact.actor), id_of(tables, contact.other)) &&
             overlap(*issue, contact);
    });
    if (was_recorded || !(is_recorded(issue->actor.id) || is_recorded(issue->other->id))) continue;
    notes.push_back(
        fmt::format("the collision of {} with {} {} was found by the checker, but the run did not record it",
                    issue->actor.id, issue->other->id, when(issue->start, issue->end)));
  }
  if (notes.size() > kMostTold) {
    const std::size_t left = notes.size() - kMostTold;
    notes.resize(kMostTold);
    notes.push_back(fmt::format("{} more collisions were recorded or found", left));
  }
  return notes;
}

}  // namespace scrutineer::run::detail
