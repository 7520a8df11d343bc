#include "trace/kept_steps.h"

#include <new>
#include <utility>

namespace scrutineer::trace {
namespace {

class Keeping final : public Trace {
 public:
  Keeping(std::unique_ptr<Trace> inner, std::shared_ptr<KeptSteps> kept)
      : inner_(std::move(inner)), kept_(std::move(kept)) {
    kept_->file = inner_->file();
    kept_->format = inner_->format();
  }

  Result<bool> next(Step& step) override {
    Result<bool> more = inner_->next(step);
    if (is_keeping_) keep(step, more);
    return more;
  }

  std::string_view format() const override { return inner_->format(); }
  const std::string& file() const override { return inner_->file(); }

 private:
  void keep(const Step& step, const Result<bool>& more) {
    bytes_ += step.frame.actors.size() * sizeof(ActorState) + step.frame.lights.size() * sizeof(LightState);
    is_keeping_ = bytes_ <= kept_->most_bytes;
    try {
      if (is_keeping_) kept_->steps.push_back(step);
    } catch (const std::bad_alloc&) {  // only the report will take longer
      is_keeping_ = false;
    }
    if (!is_keeping_) {
      kept_->steps = {};
    } else if (!more || !*more) {
      kept_->end = more;
      is_keeping_ = false;
    }
  }

  std::unique_ptr<Trace> inner_;
  std::shared_ptr<KeptSteps> kept_;
  std::size_t bytes_ = 0;
  bool is_keeping_ = true;
};

class ReadAgain final : public Trace {
 public:
  explicit ReadAgain(std::shared_ptr<const KeptSteps> kept) : kept_(std::move(kept)) {}

  Result<bool> next(Step& step) override {
    if (place_ == kept_->steps.size()) {
      step.clear();
      return *kept_->end;
    }
    step = kept_->steps[place_++];
    return place_ == kept_->steps.size() ? *kept_->end : Result<bool>(true);
  }

  std::string_view format() const override { return kept_->format; }
  const std::string& file() const override { return kept_->file; }

 private:
  std::shared_ptr<const KeptSteps> kept_;
  std::size_t place_ = 0;
};

}  // namespace

std::unique_ptr<Trace> keeping(std::unique_ptr<Trace> trace, std::shared_ptr<KeptSteps> kept) {
  return std::make_unique<Keeping>(std::move(trace), std::move(kept));
}

std::unique_ptr<Trace> read_again(std::shared_ptr<const KeptSteps> kept) {
  return std::make_unique<ReadAgain>(std::move(kept));
}

}  // namespace scrutineer::trace
