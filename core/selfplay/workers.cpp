#include "selfplay/workers.hpp"

#include <algorithm>

namespace hexcore {

Workers::Workers(int threads) : begin_(std::max(1, threads)), end_(std::max(1, threads)) {
  for (int thread = 1; thread < threads; ++thread) threads_.emplace_back([this] { serve(); });
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
  for (int first; (first = next_.fetch_add(kPortion, std::memory_order_relaxed)) < total_;)
    for (int at = first; at < std::min(first + kPortion, total_); ++at) (*work_)(at);
}

}  // namespace hexcore
