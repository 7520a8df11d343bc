#include "trace/read_ahead.h"

#include <array>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace scrutineer::trace {
namespace {

// A batch is large enough that handing it over costs nothing, and small enough for the caches.
constexpr std::size_t kFramesPerBatch = 32;
constexpr std::size_t kActorsPerBatch = 4096;
constexpr std::size_t kBatches = 4;

struct Batch {
  std::vector<Step> steps;
  std::size_t count = 0;                // of them in use
  std::optional<Result<bool>> outcome;  // of the last of them, with which the run is over
};

class ReadAhead final : public Trace {
 public:
  explicit ReadAhead(std::unique_ptr<Trace> inner)
      : inner_(std::move(inner)), file_(inner_->file()), format_(inner_->format()) {
    for (Batch& batch : batches_) batch.steps.resize(kFramesPerBatch);
  }
  // False: the system has no thread for us.
  bool start() {
    try {
      reader_ = std::thread([this] { read(); });
      return true;
    } catch (const std::system_error&) {
      return false;
    }
  }
  // What was not started is read as it is.
  std::unique_ptr<Trace> inner() && { return std::move(inner_); }
  ~ReadAhead() override {
    if (!reader_.joinable()) return;
    {
      const std::scoped_lock lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    reader_.join();
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  Result<bool> next(Step& step) override {
    if (over_) {
      step.clear();
      return *over_;
    }
    if (place_ == current_count()) take_batch();
    Batch& batch = batches_[taken_ % kBatches];
    std::swap(step, batch.steps[place_++]);
    if (place_ == batch.count) over_ = batch.outcome;
    return over_ ? *over_ : Result<bool>(true);
  }

  std::string_view format() const override { return format_; }
  const std::string& file() const override { return file_; }

 private:
  // ---- the reader's thread ----

  void read() {
    bool more = true;
    while (more) {
      Batch* batch = free_batch();
      if (batch == nullptr) return;
      more = fill(*batch);
      const std::scoped_lock lock(mutex_);
      ++filled_;
      changed_.notify_all();
    }
  }

  Batch* free_batch() {
    std::unique_lock lock(mutex_);
    // One is being worked on by the consumer.
    changed_.wait(lock, [this] { return stop_ || filled_ < released_ + kBatches; });
    return stop_ ? nullptr : &batches_[filled_ % kBatches];
  }

  // What is thrown in this thread would end the process: it becomes the run's fault.
  Result<bool> next_or_fault(Step& step) {
    try {
      return inner_->next(step);
    } catch (const std::bad_alloc&) {
      return std::move(no_memory_);
    } catch (const std::exception& error) {
      return Problem{{.file = file_}, error.what()};
    }
  }

  // False: the run is over.
  bool fill(Batch& batch) {
    batch.count = 0;
    batch.outcome.reset();
    std::size_t states = 0;
    while (batch.count < kFramesPerBatch && states < kActorsPerBatch) {
      Step& step = batch.steps[batch.count++];
      Result<bool> more = next_or_fault(step);
      if (!more || !*more) {
        batch.outcome = std::move(more);
        return false;
      }
      states += step.frame.actors.size();
    }
    return true;
  }

  // ---- the consumer's ----

  std::size_t current_count() const { return has_batch_ ? batches_[taken_ % kBatches].count : 0; }

  void take_batch() {
    std::unique_lock lock(mutex_);
    if (has_batch_) {
      ++taken_;
      released_ = taken_;
      changed_.notify_all();
    }
    has_batch_ = true;
    changed_.wait(lock, [this] { return filled_ > taken_; });
    place_ = 0;
  }

  // The reader's thread alone, once it runs.
  std::unique_ptr<Trace> inner_;
  Result<bool> no_memory_ = Problem{{.file = inner_->file()}, "there is not enough memory to read it"};

  // Batches from released_ to filled_ are the consumer's, the others the reader's.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Batch, kBatches> batches_;
  std::size_t filled_ = 0, released_ = 0;
  bool stop_ = false;

  // The consumer's alone.
  std::size_t taken_ = 0, place_ = 0;
  bool has_batch_ = false;
  std::optional<Result<bool>> over_;
  std::string file_;
  std::string_view format_;

  std::thread reader_;
};

}  // namespace

std::unique_ptr<Trace> read_ahead(std::unique_ptr<Trace> trace) {
  auto ahead = std::make_unique<ReadAhead>(std::move(trace));
  if (ahead->start()) return ahead;
  return std::move(*ahead).inner();
}

}  // namespace scrutineer::trace
