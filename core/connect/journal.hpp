// Words of memory that can be taken back, step by step.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace hexcore {

class Journal {
 public:
  using Word = std::uint64_t;

  Journal() = default;
  explicit Journal(std::vector<Word> words) : words_(std::move(words)) {}

  const Word* at(std::size_t index) const { return words_.data() + index; }
  Word operator[](std::size_t index) const { return words_[index]; }

  void set(std::size_t index, Word value) {
    if (words_[index] == value) return;
    changes_.push_back({static_cast<std::uint32_t>(index), words_[index]});
    words_[index] = value;
  }

  std::size_t steps() const { return begins_.size(); }
  void begin_step() { begins_.push_back(static_cast<std::uint32_t>(changes_.size())); }
  void undo_step() {
    const std::size_t begin = begins_.back();
    begins_.pop_back();
    while (changes_.size() > begin) {
      words_[changes_.back().index] = changes_.back().before;
      changes_.pop_back();
    }
  }
  // What was written so far stays for good.
  void forget() { changes_.clear(), begins_.clear(); }

 private:
  struct Change {
    std::uint32_t index;
    Word before;
  };
  std::vector<Word> words_;
  std::vector<Change> changes_;
  std::vector<std::uint32_t> begins_;
};

}  // namespace hexcore
