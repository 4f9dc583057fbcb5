// The surroundings of a cell: the cells at distance 1 and 2, numbered around the cell.
//
// Local patterns are strings of kBall characters in this order:
//   '.'  anything: empty, a stone of either colour, or an edge
//   'b'  a black stone or a black edge
//   'w'  a white stone or a white edge
//   'x'  an empty cell that the pattern is about; the centre, which comes first, is one
//   'y'  an empty cell: the stone that does something to 'x'
//   'e'  an empty cell that must be empty for this to work
#pragma once

#include <array>

namespace hexcore {

struct BallStep {
  int row, col;
  constexpr bool operator==(const BallStep&) const = default;
};

constexpr int kBall = 19;  // 0 the centre, 1 to 6 the first ring, 7 to 18 the second
constexpr int kSides = 6;

// The neighbours in cyclic order, so that each touches the next.
constexpr std::array<BallStep, kSides> kDirections{
    {{0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}, {1, 0}}};

constexpr std::array<BallStep, kBall> kBallSteps = [] {
  std::array<BallStep, kBall> steps{};
  for (int side = 0; side < kSides; ++side) {
    const BallStep here = kDirections[side], next = kDirections[(side + 1) % kSides];
    steps[1 + side] = here;
    steps[7 + 2 * side] = {2 * here.row, 2 * here.col};
    steps[8 + 2 * side] = {here.row + next.row, here.col + next.col};
  }
  return steps;
}();

// Where a cell of the ball goes when the ball is turned by 60 degrees, or reflected.
constexpr int turned(int at) {
  if (at == 0) return 0;
  return at < 7 ? 1 + at % 6 : 7 + (at - 7 + 2) % 12;
}
constexpr int reflected(int at) {
  if (at == 0) return 0;
  return at < 7 ? 1 + (7 - at) % 6 : 7 + (12 - (at - 7)) % 12;
}
// The cell on the other side of the centre.
constexpr int opposite(int at) { return turned(turned(turned(at))); }

static_assert([] {
  for (int at = 0; at < kBall; ++at)
    if (kBallSteps[opposite(at)] != BallStep{-kBallSteps[at].row, -kBallSteps[at].col})
      return false;
  return true;
}());

}  // namespace hexcore
