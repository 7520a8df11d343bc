#include "store/upkeep.h"

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "kit/each_store.h"
#include "kit/made_up_records.h"

namespace scrutineer::store {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class UpkeepTest : public kit::EachStore {
 protected:
  static std::vector<std::string> names(Store& store) {
    const auto suites = store.suites();
    std::vector<std::string> names;
    for (const SuiteRow& suite : *suites) names.push_back(suite.name);
    return names;
  }
};
SCRUTINEER_WITH_EACH_STORE(UpkeepTest);

TEST_P(UpkeepTest, KeepsWhatIsAskedFor) {
  const auto store = open();
  const auto make = [&](const char* name, const char* created, SuiteState state,
                        const std::map<std::string, std::string>& labels = {}) {
    return store->make_suite({.name = name, .labels = labels, .created = created, .state = state})->id;
  };
  make("old", "2026-01-01", SuiteState::complete);
  make("release", "2026-01-02", SuiteState::complete, {{"kind", "release"}});
  make("busy", "2026-01-03", SuiteState::running);
  const auto pinned = make("pinned", "2026-01-04", SuiteState::complete);
  make("stopped", "2026-01-05", SuiteState::cancelled);
  make("last", "2026-01-06", SuiteState::complete);
  ASSERT_FALSE(store->transaction([&](Database& database) {
    return database.run("INSERT INTO baselines (labels, suite, author, created) VALUES ('', ?, 'me', '2026')",
                        {pinned});
  }));

  const auto choices = plan_pruning(*store, {.keep_last = 1, .keep_labels = {{"kind", "release"}, {"x", "y"}}});
  ASSERT_TRUE(choices);
  std::vector<std::string> words;
  for (const PruneChoice& choice : *choices)
    words.push_back(choice.suite.name + ": " + (choice.is_kept ? choice.why : "-"));
  EXPECT_THAT(words, ElementsAre("old: -", "release: kind=release", "busy: still running", "pinned: pinned as baseline",
                                 "stopped: -", "last: one of the last 1"));
}

TEST_P(UpkeepTest, RemovesSuitesWithAllOfTheirRows) {
  const auto store = open();
  ASSERT_FALSE(kit::write_made_up_suite(*store, "one", {.first = 0, .count = 40, .night = 1}));
  ASSERT_FALSE(kit::write_made_up_suite(*store, "two", {.first = 20, .count = 40, .night = 2}));
  const auto two = (*store->find_suite("two"))->id;
  const auto before = content(*store, two);
  ASSERT_FALSE(prune(*store, {**store->find_suite("one")}));
  EXPECT_THAT(names(*store), ElementsAre("two"));
  EXPECT_EQ(content(*store, two), before);
  EXPECT_EQ(count(*store, "tests"), 40);
  EXPECT_THAT(check_store(*store)->findings, IsEmpty());
}

TEST_P(UpkeepTest, FindsRowsThatReferToNothing) {
  const auto store = open();
  ASSERT_FALSE(kit::write_made_up_suite(*store, "night", {.count = 3, .issues = 2}));
  const auto sound = check_store(*store);
  ASSERT_TRUE(sound);
  EXPECT_THAT(sound->findings, IsEmpty());
  EXPECT_EQ(sound->row_counts.at("issues"), 6);

  ASSERT_FALSE(store->transaction([](Database& database) { return database.run("DELETE FROM runs WHERE test = 1"); }));
  const auto broken = check_store(*store);
  ASSERT_TRUE(broken);
  EXPECT_THAT(broken->findings,
              testing::Contains("2 rows of table issues refer to runs that are not there (column run)"));
}

}  // namespace
}  // namespace scrutineer::store
