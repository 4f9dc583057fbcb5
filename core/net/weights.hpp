// The numbers of a network, as a file holds them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace hexcore::net {

// A hexagon and its six neighbours: (row, col) from the middle, in the order of the file.
struct Step {
  int row;
  int col;
};
constexpr Step kTaps[] = {{-1, 0}, {-1, 1}, {0, -1}, {0, 0}, {0, 1}, {1, -1}, {1, 0}};
constexpr int kTapCount = 7;

// The sizes that all networks of a kind share.
struct Form {
  int planes;   // that the stem sees
  int head;     // channels of both heads
  int hidden;   // of the head for the whole board
  int answers;  // of that head
  int person;   // features of the player; 0 for none
};
// For tree search: own stones, enemy stones, cells of the board; the win.
constexpr Form kSearchForm{3, 32, 64, 1, 0};
// For people's moves: the last six moves and how recent all own and enemy stones are, too; the win,
// resigning, and the swap.
constexpr int kRecent = 6;
constexpr Form kPeopleForm{3 + kRecent + 2, 64, 128, 3, 64};

// [outputs][inputs][taps] and [outputs]; a dense layer has one tap.
struct Layer {
  int outputs = 0, inputs = 0, taps = 1;
  std::vector<float> weights, bias;

  float at(int output, int input, int tap = 0) const {
    const auto row = static_cast<std::size_t>(output) * static_cast<std::size_t>(inputs);
    return weights[(row + static_cast<std::size_t>(input)) * static_cast<std::size_t>(taps) +
                   static_cast<std::size_t>(tap)];
  }
};

// How the inputs of a convolution become bytes: byte = input / step + zero, from 0 to 127. Its
// weights are whole numbers times scale[output] / step[input].
struct Steps {
  std::vector<float> step, scale;
  std::vector<std::uint8_t> zero;
  std::vector<std::int8_t> weights;  // [outputs][inputs][taps]
};

struct Convolution : Layer {
  Steps steps;  // empty unless the file has weights of 8 bits
};

struct ResidualBlock {
  Convolution first, second;
  Layer tell;    // from the pooled features; no outputs where the block does not pool
  Layer person;  // from those of the player, before the block; no outputs for none
};

struct Weights {
  int channels = 0;
  bool bytes = false;          // whether the convolutions have steps
  std::string facts;           // JSON
  std::vector<float> ratings;  // that a network for people's moves distinguishes, rising
  Layer person;                // from what is known of the player to its features
  Layer stem, stem_person;
  std::vector<ResidualBlock> blocks;
  Layer policy_conv, policy_tell, policy_out;
  Layer value_conv, value_hidden, value_out;

  bool predicts_people() const { return !ratings.empty(); }
  const Form& form() const { return predicts_people() ? kPeopleForm : kSearchForm; }
  // What is known of a player: both ratings among those above, and five facts.
  int person_facts() const { return 2 * static_cast<int>(ratings.size()) + 5; }
};

// Reads the bytes of a `.hexnet` file. Throws Error(model) for anything else, before it takes
// memory for it.
Weights read_weights(std::span<const std::uint8_t> file);

}  // namespace hexcore::net
