#include "selfplay/workers.hpp"

#include <algorithm>

namespace hexcore {

Workers::Workers(int threads) : begin_(std::max(1, threads)), end_(std::max(1, threads)) {
  try {
    for (int thread = 1; thread < threads; ++thread) threads_.emplace_back([this] { serve(); });
  } catch (...) {
    // Those that were made wait for all the others.
    closing_ = true;
    (void)begin_.arrive(threads - static_cast<int>(threads_.size()));
    throw;
  }
}

Workers::~Workers() {
  closing_ = true;
  begin_.arrive_and_wait();
}

void Workers::for_each(int count, const std::function<void(int)>& work) {
  work_ = &work;
  total_ = count;
  next_.store(0, std::memory_order_relaxed);
  begin_.arrive_and_wait();
  take_portions();
  end_.arrive_and_wait();
  error_.rethrow();
}

void Workers::serve() {
  while (true) {
    begin_.arrive_and_wait();
    if (closing_) return;
    take_portions();
    end_.arrive_and_wait();
  }
}

void Workers::take_portions() {
  const auto work = [this] {
    for (int first; (first = next_.fetch_add(kPortion, std::memory_order_relaxed)) < total_;)
      for (int at = first; at < std::min(first + kPortion, total_); ++at) (*work_)(at);
  };
  if (!error_.guard(work)) next_.store(total_, std::memory_order_relaxed);
}

}  // namespace hexcore
