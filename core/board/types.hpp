// The words every other header uses: colours, moves, ways a game ends, and errors.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace hexcore {

enum class Color : std::uint8_t { black = 0, white = 1 };

constexpr Color other(Color color) { return color == Color::black ? Color::white : Color::black; }

// What lies on a cell; the numbers are those of exported arrays.
enum class Stone : std::uint8_t { none = 0, black = 1, white = 2 };

constexpr Stone stone_of(Color color) {
  return color == Color::black ? Stone::black : Stone::white;
}

// A move is a cell index (row * cols + col) or one of the two negative numbers.
using Move = int;
constexpr Move kSwap = -1;
constexpr Move kPass = -2;

enum class SwapRule : std::uint8_t { none, pieces, sides };

enum class Termination : std::uint8_t {
  none,
  connection,
  full_board,
  resignation,
  forfeit,
  timeout
};

enum class ErrorKind : std::uint8_t {
  occupied,
  off_board,
  swap,
  game_over,
  no_move,
  player,
  size,
  model
};

// Carries a message for the user; the bindings turn the kind into a Python class.
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

}  // namespace hexcore
