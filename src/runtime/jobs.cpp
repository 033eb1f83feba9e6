#include "blindmate/runtime/jobs.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <boost/asio/post.hpp>

#include "blindmate/base/interrupt.hpp"

namespace blindmate::runtime {
namespace {

// Of this thread alone, which Linux allows though POSIX knows processes only.
void be_nice(int nice) {
  if (nice != 0) setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), nice);
}

}  // namespace

Jobs::Jobs(const std::vector<Crew>& crews, boost::asio::any_io_executor network) : network_(std::move(network)) {
  for (const Crew& crew : crews) {
    Shift& shift = shifts_.emplace_back();
    shift.kinds = crew.kinds;
    for (const Kind kind : crew.kinds) lane(kind).threads += crew.threads;
    for (unsigned i = 0; i < crew.threads; ++i)
      threads_.emplace_back([this, &shift, nice = crew.nice] {
        be_nice(nice);
        work(shift);
      });
  }
}

Jobs::~Jobs() {
  const std::lock_guard lock(mutex_);
  ending_ = true;
  for (Lane& lane : lanes_) {
    for (std::stop_source& stop : lane.under_way) stop.request_stop();
  }
  for (Shift& shift : shifts_) shift.wake.notify_all();
}

void Jobs::add(Job job) {
  const std::lock_guard lock(mutex_);
  const Kind kind = job.kind;
  const std::string client = job.client;
  lane(kind).waiting.add(client, std::move(job));
  for (Shift& shift : shifts_) {
    if (std::find(shift.kinds.begin(), shift.kinds.end(), kind) != shift.kinds.end()) shift.wake.notify_one();
  }
}

void Jobs::stop(std::stop_source stop) {
  stop.request_stop();
  const std::lock_guard lock(mutex_);
  for (Lane& lane : lanes_) {
    while (std::optional<Job> job = lane.waiting.remove([&](const Job& other) { return other.stop == stop; }))
      finish(std::move(*job), std::make_exception_ptr(Stopped{}));
  }
}

std::size_t Jobs::waiting(Kind kind) const {
  const std::lock_guard lock(mutex_);
  return lane(kind).waiting.size();
}

std::size_t Jobs::waiting_before(Kind kind, const std::stop_source& stop) const {
  const std::lock_guard lock(mutex_);
  const auto before = lane(kind).waiting.before([&](const Job& job) { return job.stop == stop; });
  return before ? *before + lane(kind).under_way.size() : 0;
}

double Jobs::crowd(Kind kind) const {
  const std::lock_guard lock(mutex_);
  const Lane& lane = this->lane(kind);
  return static_cast<double>(lane.waiting.size() + lane.under_way.size()) / lane.threads;
}

void Jobs::work(Shift& shift) {
  while (std::optional<Job> job = next(shift)) {
    std::exception_ptr failed;
    try {
      const Stoppable stoppable(job->stop.get_token());
      if (job->stop.stop_requested()) throw Stopped{};
      job->work();
    } catch (...) {
      failed = std::current_exception();
    }
    {
      const std::lock_guard lock(mutex_);
      std::vector<std::stop_source>& under_way = lane(job->kind).under_way;
      under_way.erase(std::find(under_way.begin(), under_way.end(), job->stop));
    }
    finish(std::move(*job), failed);
  }
}

// Nothing when there will be no other.
std::optional<Jobs::Job> Jobs::next(Shift& shift) {
  std::unique_lock lock(mutex_);
  for (; !ending_; shift.wake.wait(lock)) {
    for (const Kind kind : shift.kinds) {
      Lane& lane = this->lane(kind);
      if (lane.waiting.empty()) continue;
      Job job = lane.waiting.take();
      lane.under_way.push_back(job.stop);
      return job;
    }
  }
  return std::nullopt;
}

void Jobs::finish(Job job, std::exception_ptr failed) {
  boost::asio::post(network_, [done = std::move(job.done), failed = std::move(failed)] { done(failed); });
}

}  // namespace blindmate::runtime
