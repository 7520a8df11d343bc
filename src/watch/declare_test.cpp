#include "watch/declare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "watch/interval.h"

namespace scrutineer::watch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Touch {
  enum class Kind : std::uint8_t { soft, hard };

  struct Metrics {
    double speed;
    std::string side;
    int contacts;
    bool stood;
    double duration = kNone;

    void fields(auto& field) {
      field("speed", speed, "m/s", "How fast.", MetricRole::value);
      field("side", side, "", "Where.");
      field("contacts", contacts, "", "How often.");
      field("stood", stood, "", "Whether it stood.");
      field("duration", duration, "s", "How long.");
    }
  };
};

TEST(Metrics, AreDeclaredByTheirStruct) {
  std::vector<std::string> declared;
  for (const MetricInfo& metric : metrics_of<Touch::Metrics>())
    declared.push_back(std::string(metric.name) + '|' + std::string(metric.unit) + '|' + std::string(metric.meaning) +
                       (metric.role == MetricRole::value ? "|value" : ""));
  EXPECT_THAT(declared, ElementsAre("speed|m/s|How fast.|value", "side||Where.", "contacts||How often.",
                                    "stood||Whether it stood.", "duration|s|How long."));
}

TEST(Metrics, BecomeValuesInTheSameOrder) {
  const std::vector<Value> values =
      values_of(Touch::Metrics{.speed = 2.5, .side = "left", .contacts = 3, .stood = true});
  ASSERT_EQ(values.size(), 5U);
  EXPECT_EQ(values[0], Value(2.5));
  EXPECT_EQ(values[1], Value(std::string("left")));
  EXPECT_EQ(values[2], Value(3.0)) << "a count is a number";
  EXPECT_EQ(values[3], Value(true));
  EXPECT_TRUE(std::isnan(std::get<double>(values[4]))) << "left out, because it does not exist yet";
}

TEST(Kinds, AreAtTheirEnumeratorsWhateverTheOrder) {
  const CheckInfo check{
      .kinds = kinds_of<Touch::Kind>({{Touch::Kind::hard, "hard", Severity::error, Severity::warning, "Hard."},
                                      {Touch::Kind::soft, "soft", Severity::info, Severity::ignore, "Soft."}})};
  EXPECT_EQ(kind_info(check, Touch::Kind::soft).name, "soft");
  EXPECT_EQ(kind_info(check, Touch::Kind::hard).name, "hard");
  EXPECT_EQ(kind_info(check, Touch::Kind::hard).other, Severity::warning);
  EXPECT_EQ(check.kinds.front().name, "soft");
}

TEST(Findings, AreRecordedWithTheirKindAndTheirValues) {
  Finding<Touch> finding;
  finding.kind = Touch::Kind::hard;
  finding.message = "touched";
  finding.data = Touch::Metrics{.speed = 1.0, .side = "", .contacts = 0, .stood = false};
  const RecordedFinding recorded = finding;
  EXPECT_EQ(recorded.kind, 1U);
  EXPECT_EQ(recorded.message, "touched");
  EXPECT_EQ(recorded.data.size(), 5U);
}

TEST(Findings, OfAWatcherWithoutMetricsHaveNone) {
  struct Watcher {};
  const RecordedFinding recorded = Finding<Watcher>{};
  EXPECT_THAT(recorded.data, IsEmpty());
  EXPECT_THAT(metrics_of<Finding<Watcher>::Metrics>(), IsEmpty());
}

}  // namespace
}  // namespace scrutineer::watch
