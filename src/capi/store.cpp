// Questions to a store of suites.
#include "store/store.h"

#include <atomic>
#include <memory>
#include <string>

#include "capi/detail/call.h"
#include "suite/ask_json.h"

using namespace scrutineer;
using namespace scrutineer::capi;

struct scr_store {
  std::atomic<bool> is_busy{false};
  std::unique_ptr<store::Store> store;
};

extern "C" {

scr_store* scr_store_open(const char* address, scr_error** error) {
  std::unique_ptr<scr_store> opened;
  const std::int32_t code = call(error, [&]() -> Failed {
    std::string_view text;
    if (auto failed = read_text(address, "address", text)) return failed;
    auto found = store::open_store(std::string(text), store::OpenMode::read);
    if (!found) return bad_input(found.problem());
    opened = std::make_unique<scr_store>();
    opened->store = *std::move(found);
    return std::nullopt;
  });
  return code == SCR_OK ? opened.release() : nullptr;
}

char* scr_store_ask(scr_store* store, const char* question_json, scr_error** error) {
  char* text = nullptr;
  call(error, [&]() -> Failed {
    if (store == nullptr) return is_null("store");
    const Turn turn(store->is_busy);
    if (!turn) return is_busy("store");
    std::string_view question;
    if (auto failed = read_text(question_json, "question_json", question)) return failed;
    const auto answer = suite::ask(*store->store, question);
    if (!answer) return bad_input(answer.problem());
    text = as_c_text(suite::to_json(*answer, true));
    return std::nullopt;
  });
  return text;
}

void scr_store_close(scr_store* store) { delete store; }

}  // extern "C"
