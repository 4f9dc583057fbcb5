// A network that evaluates positions, without any library.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "net/dense.hpp"
#include "net/person.hpp"
#include "net/tower.hpp"
#include "net/weights.hpp"

namespace hexcore::net {

enum class Precision : std::uint8_t { f32, int8 };

// What networks that predict people's moves see and answer besides.
struct PeopleBatch {
  const std::uint8_t* ages;     // [count, rows, cols]: 1 on the last move; 0 if empty or unknown
  const float* contexts;        // [count, kContext]
  float* swap_logits;           // [count], beside those of the cells
  float* resign_probabilities;  // [count], of the side to move
};

// Positions as the network sees them, and where its answers go; see canonical.hpp.
struct Batch {
  const std::uint8_t* views;  // [count, rows, cols]
  int count, rows, cols;
  float* logits;             // [count, rows, cols]
  float* win_probabilities;  // [count], of the side to move
  const PeopleBatch* people = nullptr;
};

// Any number of threads may use one network at the same time.
class Network {
 public:
  static constexpr int kMostSide = 64;

  // Throws Error(model) for int8 where the weights have no steps.
  Network(const Weights& weights, Precision precision, const Kernels& kernels = *find_kernels());

  // Shares the positions among threads. Throws Error(size) for views that no board has, and
  // Error(model) if what the network sees besides is missing or too much.
  void evaluate(const Batch& batch, int threads = 1) const;

  const std::string& facts() const { return facts_; }
  const char* kernels() const { return kernels_.name; }

 private:
  std::unique_ptr<Scratch> borrow() const;
  // Positions from `first` to `end`.
  void evaluate_some(const Batch& batch, int first, int end) const;
  void prepare(Scratch& scratch, const Batch& batch, int first, int count) const;
  void describe_person(Scratch& scratch, const Batch& batch, int first, int at) const;
  void stem(const std::uint8_t* view, const std::uint8_t* ages, const Canvas& board,
            const float* bias, float* field) const;
  // The answers to the position `at` of the scratch, which is `first + at` of the batch.
  void answer(Scratch& scratch, const Batch& batch, int first, int at) const;
  // The features of a head and, in `pooled`, all that it knows of the whole board.
  void enter_head(const Dense& conv, Scratch& scratch, int at) const;
  void moves(const Canvas& board, const std::uint8_t* view, Scratch& scratch, float* logits) const;

  const Kernels& kernels_;
  std::string facts_;
  int channels_;
  Form form_;
  int states_;          // of a cell: what lies there, and since when
  Buffer<float> stem_;  // [tap][state][channel], after the bias [channel]
  Person person_;
  Dense stem_person_;
  std::unique_ptr<Tower> tower_;
  Dense policy_conv_, policy_tell_, value_conv_, value_hidden_;
  Layer policy_out_, value_out_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Scratch>> idle_;
};

}  // namespace hexcore::net
