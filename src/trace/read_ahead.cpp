#include "trace/read_ahead.h"

#include <algorithm>
#include <array>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace scrutineer::trace {
namespace {

// A batch is large enough that handing it over costs nothing, and small enough for the caches.
constexpr std::size_t kFramesPerBatch = 32;
constexpr std::size_t kActorsPerBatch = 4096;
constexpr std::size_t kBatches = 4;

// What the tables gained with one frame.
struct News {
  std::vector<std::pair<ActorId, ActorInfo>> actors;  // described first, or again after an absence
  std::vector<LightInfo> lights;                      // all of them, if there are more than before
  std::vector<std::string> notes;                     // further ones
  std::optional<std::string> host_id;
  TraceCounts counts;
  double start_seconds = 0.0;

  void clear() {
    actors.clear();
    lights.clear();
    notes.clear();
  }
};

struct Item {
  Frame frame;
  News news;
};

struct Batch {
  std::vector<Item> items;
  std::size_t count = 0;                // of them in use
  std::optional<Result<bool>> outcome;  // after the items: the end, or why it is one
  News last_news;                       // with that outcome
};

class ReadAhead final : public Trace {
 public:
  explicit ReadAhead(std::unique_ptr<Trace> inner)
      : inner_(std::move(inner)), format_(inner_->format()), file_(inner_->file()) {
    reader_ = std::thread([this] { read(); });
  }
  ~ReadAhead() override {
    {
      const std::scoped_lock lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    reader_.join();
  }
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  Result<bool> next(Frame& frame) override {
    if (over_) return *over_;
    if (place_ == current_count()) {
      take_batch();
      Batch& batch = batches_[taken_ % kBatches];
      if (batch.count == 0) {
        take_news(batch.last_news);
        over_ = std::move(batch.outcome);
        return *over_;
      }
    }
    Batch& batch = batches_[taken_ % kBatches];
    Item& item = batch.items[place_++];
    take_news(item.news);
    std::swap(frame, item.frame);
    return true;
  }

  Format format() const override { return format_; }
  const std::string& file() const override { return file_; }
  std::span<const ActorInfo> actors() const override { return actors_; }
  std::span<const LightInfo> lights() const override { return lights_; }
  const std::optional<std::string>& host_id() const override { return host_id_; }
  const TraceCounts& counts() const override { return counts_; }
  std::span<const std::string> notes() const override { return notes_; }
  double start_seconds() const override { return start_seconds_; }

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

  // False: the run is over. The end stands in a batch of its own.
  bool fill(Batch& batch) {
    batch.count = 0;
    batch.outcome.reset();
    if (ending_) {
      batch.outcome = std::move(ending_);
      gather(batch.last_news, nullptr);
      return false;
    }
    std::size_t states = 0;
    while (batch.count < kFramesPerBatch && states < kActorsPerBatch) {
      if (batch.items.size() == batch.count) batch.items.emplace_back();
      Item& item = batch.items[batch.count];
      Result<bool> more = inner_->next(item.frame);
      if (!more || !*more) {
        if (batch.count == 0) {
          batch.outcome = std::move(more);
          gather(batch.last_news, nullptr);
          return false;
        }
        ending_ = std::move(more);
        return true;
      }
      gather(item.news, &item.frame);
      states += item.frame.actors.size();
      ++batch.count;
    }
    return true;
  }

  // What the inner trace's tables say beyond what was told already.
  void gather(News& news, const Frame* frame) {
    news.clear();
    ++number_;
    const auto known = inner_->actors();
    seen_.resize(known.size(), 0);
    for (; told_actors_ < known.size(); ++told_actors_)
      news.actors.emplace_back(ActorId(told_actors_), known[told_actors_]);
    if (frame != nullptr) {
      for (const ActorState& state : frame->actors) {
        std::uint64_t& seen = seen_[state.actor.index()];
        // Back after an absence: perhaps described anew.
        if (seen != 0 && seen + 1 != number_) news.actors.emplace_back(state.actor, known[state.actor.index()]);
        seen = number_;
      }
    }
    if (inner_->lights().size() != told_lights_) {
      news.lights.assign(inner_->lights().begin(), inner_->lights().end());
      told_lights_ = news.lights.size();
    }
    const auto notes = inner_->notes();
    for (; told_notes_ < notes.size(); ++told_notes_) news.notes.push_back(notes[told_notes_]);
    news.host_id = inner_->host_id();
    news.counts = inner_->counts();
    news.start_seconds = inner_->start_seconds();
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

  void take_news(News& news) {
    for (auto& [id, info] : news.actors) {
      if (id.index() >= actors_.size()) actors_.resize(id.index() + 1);
      actors_[id.index()] = std::move(info);
    }
    if (!news.lights.empty()) lights_ = news.lights;
    notes_.insert(notes_.end(), news.notes.begin(), news.notes.end());
    if (news.host_id != host_id_) host_id_ = news.host_id;
    counts_ = news.counts;
    start_seconds_ = news.start_seconds;
  }

  // The reader's thread alone, once it runs.
  std::unique_ptr<Trace> inner_;
  std::optional<Result<bool>> ending_;
  std::vector<std::uint64_t> seen_;  // by actor: the number of the last frame that had it
  std::uint64_t number_ = 0;
  std::size_t told_actors_ = 0, told_lights_ = 0, told_notes_ = 0;

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
  Format format_;
  std::string file_;
  std::vector<ActorInfo> actors_;
  std::vector<LightInfo> lights_;
  std::vector<std::string> notes_;
  std::optional<std::string> host_id_;
  TraceCounts counts_;
  double start_seconds_ = 0.0;

  std::thread reader_;
};

}  // namespace

std::unique_ptr<Trace> read_ahead(std::unique_ptr<Trace> trace) {
  return std::make_unique<ReadAhead>(std::move(trace));
}

}  // namespace scrutineer::trace
