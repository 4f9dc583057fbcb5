// Evaluations of a position as one number, for the searches.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "board/board.hpp"

namespace hexcore {

constexpr int kWonScore = 100'000;
// What an evaluator gives a position that is not over lies strictly between this and its negative.
constexpr int kScoreBound = 90'000;

// The numbers that the "hexproject" setting weighs, from the side to move; a distance that is cut
// off is N * N, N the longer side.
struct Features {
  int distance_self, distance_other;
  int liberties_self, liberties_other;
  int bridges_self, bridges_other;
  int centre;
};

Features features(const Board& board);

// The "hexproject" formula over those numbers, without a bound: a board where draws are possible
// can give more than a won game does.
int hexproject_score(const Features& features, int longer_side);

// Follows one position through a search: made for the start, then called for every move played and
// taken back on that board.
class Evaluator {
 public:
  virtual ~Evaluator() = default;

  // Score for the side to move: within kScoreBound; +-kWonScore for a game with a winner, and 0
  // for a drawn one. `board` is the position reached by the pushes and pops so far.
  virtual int evaluate(const Board& board) = 0;

  // `after` is the board after the move; `restored` the board after a move was taken back.
  virtual void push(const Board& /*after*/, Move /*move*/, Color /*color*/) {}
  virtual void pop(const Board& /*restored*/) {}
};

// "hexproject", "hexmate", "resistance", "distance".
std::span<const std::string_view> evaluator_names();

// Throws Error(player) for an unknown name.
std::unique_ptr<Evaluator> make_evaluator(std::string_view name, const Board& start);

// The score of one position under a setting. For "hexproject" the formula exactly, without the
// bound.
int heuristic(const Board& board, std::string_view name);

}  // namespace hexcore
