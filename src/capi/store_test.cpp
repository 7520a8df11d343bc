// Stores: what the questions answer, and calls that cannot be answered.
#include "store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "capi/scrutineer.h"
#include "kit/scratch_folder.h"
#include "kit/suite_nights.h"
#include "suite/ask_json.h"

namespace scrutineer::capi {
namespace {

using testing::HasSubstr;

std::string make_store(const kit::ScratchFolder& folder) {
  std::string file = folder.file("nights.db");
  const auto store = store::open_store(file, store::OpenMode::create);
  EXPECT_TRUE(store) << to_string(store.problem());
  kit::write_nights(**store, 2);
  return file;
}

TEST(Store, AnswersAsTheProgramDoes) {
  const kit::ScratchFolder folder;
  const std::string file = make_store(folder);
  scr_error* error = nullptr;
  scr_store* store = scr_store_open(file.c_str(), &error);
  ASSERT_NE(store, nullptr) << scr_error_message(error);
  const char* const question = R"({"question": "issues", "suite": "night-2", "kind": "nothing"})";
  char* text = scr_store_ask(store, question, &error);
  ASSERT_NE(text, nullptr) << scr_error_message(error);
  auto json = nlohmann::json::parse(text);
  scr_free(text);
  EXPECT_THAT(json.at("columns").at("issues"), testing::Contains("kind"));
  json.erase("columns");
  const auto opened = store::open_store(file, store::OpenMode::read);
  ASSERT_TRUE(opened);
  EXPECT_EQ(json, nlohmann::json::parse(suite::to_json(*suite::ask(**opened, question))));
  scr_store_close(store);
}

TEST(Store, RefusesWhatCannotBe) {
  const kit::ScratchFolder folder;
  const std::string file = make_store(folder);
  scr_store* store = scr_store_open(file.c_str(), nullptr);
  ASSERT_NE(store, nullptr);
  struct Case {
    const char* name;
    scr_store* store;
    const char* question;
    std::int32_t code;
    const char* message;
  };
  const Case cases[] = {
      {"no store", nullptr, "{}", SCR_ERROR_ARGUMENT, "store is NULL"},
      {"no question", store, nullptr, SCR_ERROR_ARGUMENT, "question_json is NULL"},
      {"no UTF-8", store, "\xFF", SCR_ERROR_ARGUMENT, "UTF-8"},
      {"no JSON", store, "{", SCR_ERROR_INPUT, ""},
      {"an unknown suite", store, R"({"question": "show", "suite": "night-7"})", SCR_ERROR_INPUT, "night-7"},
  };
  for (const Case& c : cases) {
    scr_error* error = nullptr;
    EXPECT_EQ(scr_store_ask(c.store, c.question, &error), nullptr) << c.name;
    EXPECT_EQ(scr_error_code(error), c.code) << c.name;
    EXPECT_THAT(scr_error_message(error), HasSubstr(c.message)) << c.name;
    scr_error_free(error);
  }
  scr_store_close(store);
  scr_store_close(nullptr);
  for (const std::string& address : {folder.file("nowhere.db"), folder.path().string(), std::string("\xFF")}) {
    scr_error* error = nullptr;
    EXPECT_EQ(scr_store_open(address.c_str(), &error), nullptr) << address;
    EXPECT_NE(error, nullptr);
    scr_error_free(error);
  }
  EXPECT_EQ(scr_store_open(nullptr, nullptr), nullptr);
}

}  // namespace
}  // namespace scrutineer::capi
