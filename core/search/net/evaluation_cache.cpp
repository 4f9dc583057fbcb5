#include "search/net/evaluation_cache.hpp"

#include <utility>

namespace hexcore {

const NetEvaluation* EvaluationCache::find(std::uint64_t key) {
  if (const auto found = newer_.find(key); found != newer_.end()) return &found->second;
  auto found = older_.extract(key);
  return found.empty() ? nullptr : &newer_.insert(std::move(found)).position->second;
}

void EvaluationCache::keep(std::uint64_t key, std::span<const float> logits,
                           float win_probability) {
  if (page_ == 0) return;
  if (newer_.size() >= page_) turn_page();
  newer_.insert_or_assign(key, NetEvaluation{win_probability, {logits.begin(), logits.end()}});
}

void EvaluationCache::turn_page() {
  older_ = std::move(newer_);
  newer_.clear();
}

void EvaluationCache::clear() {
  newer_.clear();
  older_.clear();
}

}  // namespace hexcore
