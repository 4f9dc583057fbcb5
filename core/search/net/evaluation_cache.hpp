// Evaluations by position, so that a network is not asked twice. One thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace hexcore {

struct NetEvaluation {
  float win_probability;
  std::vector<float> logits;
};

// Two pages: entries of the older page that are not used again are dropped when the page turns.
class EvaluationCache {
 public:
  // A page turns by itself when it holds `page` entries; with 0 nothing is kept.
  explicit EvaluationCache(std::size_t page = std::numeric_limits<std::size_t>::max())
      : page_(page) {}

  // The pointer is valid until the next call.
  const NetEvaluation* find(std::uint64_t key);
  void keep(std::uint64_t key, std::span<const float> logits, float win_probability);
  void turn_page();
  void clear();
  // From the next entry on.
  void limit_page(std::size_t page) { page_ = page; }

 private:
  using Page = std::unordered_map<std::uint64_t, NetEvaluation>;

  std::size_t page_;
  Page newer_, older_;
};

}  // namespace hexcore
