#include "search/judgements.hpp"

#include <utility>

namespace hexcore {

const Judgement* Judgements::find(std::uint64_t key) {
  if (const auto found = newer_.find(key); found != newer_.end()) return &found->second;
  auto found = older_.extract(key);
  return found.empty() ? nullptr : &newer_.insert(std::move(found)).position->second;
}

void Judgements::keep(std::uint64_t key, std::span<const float> logits, float chance) {
  if (page_ == 0) return;
  if (newer_.size() >= page_) turn_page();
  newer_.insert_or_assign(key, Judgement{chance, {logits.begin(), logits.end()}});
}

void Judgements::turn_page() {
  older_ = std::move(newer_);
  newer_.clear();
}

void Judgements::clear() {
  newer_.clear();
  older_.clear();
}

}  // namespace hexcore
