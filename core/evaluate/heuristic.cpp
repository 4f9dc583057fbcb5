#include "evaluate/heuristic.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "evaluate/distance.hpp"
#include "evaluate/resistance.hpp"
#include "evaluate/shape.hpp"

namespace hexcore {
namespace {

constexpr std::array<std::string_view, 4> kNames{"hexproject", "hexmate", "resistance", "distance"};

int longer_side(const Grid& grid) { return std::max(grid.rows(), grid.cols()); }

int bounded(int score) { return std::clamp(score, 1 - kScoreBound, kScoreBound - 1); }

int final_score(const Board& board) {
  const auto winner = board.winner();
  if (!winner) return 0;
  return *winner == board.turn() ? kWonScore : -kWonScore;
}

// Distances of both colours along a search. A node that has several children evaluated looks up
// its shortest paths once, and they tell most of the children's distances:
// - an own stone shortens the way by one if it lies on a shortest path, and not otherwise;
// - an enemy stone changes the distance only if every shortest path went through its cell.
template <int Words>
class Distances {
 public:
  explicit Distances(const Tracker<Words>& tracker) : tracker_(tracker), nodes_(1) {}

  void push() { nodes_.emplace_back(); }
  void pop() { nodes_.pop_back(); }

  // By colour; kCutOff where it is.
  std::array<int, 2> now() {
    const auto& state = tracker_.state();
    if (state.move < 0 || nodes_.size() < 2) return direct();
    Node& parent = nodes_[nodes_.size() - 2];
    if (!parent.known && parent.asked++ == 0) return direct();
    if (!parent.known) learn(parent);
    std::array<int, 2> distances{};
    for (const Color color : {Color::black, Color::white}) {
      const int at = static_cast<int>(color);
      const Ways<Words>& ways = parent.ways[at];
      if (color == state.color)
        distances[at] = ways.distance - (ways.cells.test(state.move) ? 1 : 0);
      else
        distances[at] =
            ways.bottleneck.test(state.move) ? distance_of(tracker_.side(color)) : ways.distance;
    }
    return distances;
  }

 private:
  struct Node {
    int asked = 0;
    bool known = false;
    std::array<Ways<Words>, 2> ways;
  };

  std::array<int, 2> direct() const {
    return {distance_of(tracker_.side(Color::black)), distance_of(tracker_.side(Color::white))};
  }

  void learn(Node& node) {
    for (const Color color : {Color::black, Color::white})
      node.ways[static_cast<int>(color)] = ways_of(tracker_.side_before(color), levels_);
    node.known = true;
  }

  const Tracker<Words>& tracker_;
  std::vector<Node> nodes_;
  std::vector<Bits<Words>> levels_;
};

template <int Words>
class HexProjectEvaluator final : public Evaluator {
 public:
  explicit HexProjectEvaluator(const Board& start)
      : longer_(longer_side(start.grid())), tracker_(start), distances_(tracker_) {}

  int evaluate(const Board& board) override {
    if (board.over()) return final_score(board);
    const auto& state = tracker_.state();
    const auto distances = distances_.now();
    const int self = static_cast<int>(board.turn()), foe = 1 - self;
    const auto steps = [&](int side) {
      return distances[side] == kCutOff ? longer_ * longer_ : distances[side];
    };
    return bounded(hexproject_score(
        {steps(self), steps(foe), state.liberties[self], state.liberties[foe], state.bridges[self],
         state.bridges[foe], self == 0 ? state.centre : -state.centre},
        longer_));
  }
  void push(const Board& after, Move move, Color color) override {
    tracker_.push(after, move, color);
    distances_.push();
  }
  void pop(const Board&) override {
    tracker_.pop();
    distances_.pop();
  }

 private:
  int longer_;
  Tracker<Words> tracker_;
  Distances<Words> distances_;
};

// Only the difference of the distances.
template <int Words>
class DistanceEvaluator final : public Evaluator {
 public:
  explicit DistanceEvaluator(const Board& start)
      : longest_(start.grid().cells()), tracker_(start), distances_(tracker_) {}

  int evaluate(const Board& board) override {
    if (board.over()) return final_score(board);
    const auto distances = distances_.now();
    const int self = static_cast<int>(board.turn());
    const auto steps = [&](int side) {
      return distances[side] == kCutOff ? longest_ : distances[side];
    };
    return bounded(kStep * (steps(1 - self) - steps(self)) + kStep / 2);
  }
  void push(const Board& after, Move move, Color color) override {
    tracker_.push(after, move, color);
    distances_.push();
  }
  void pop(const Board&) override {
    tracker_.pop();
    distances_.pop();
  }

 private:
  static constexpr int kStep = 1000;  // the move to come is worth half of one
  int longest_;
  Tracker<Words> tracker_;
  Distances<Words> distances_;
};

// The logarithm of the ratio of the two resistances.
class ResistanceEvaluator final : public Evaluator {
 public:
  explicit ResistanceEvaluator(const Board& start) : circuit_(start.grid()) {}

  int evaluate(const Board& board) override {
    if (board.over()) return final_score(board);
    const double self = circuit_.resistance(board, board.turn());
    const double foe = circuit_.resistance(board, other(board.turn()));
    if (std::isinf(self) || std::isinf(foe))
      return (std::isinf(foe) ? kCut : 0) - (std::isinf(self) ? kCut : 0);
    return static_cast<int>(std::lround(kScale * std::log(foe / self)));
  }

 private:
  // Resistances lie between 1 / 1,000 and 2,100, so the logarithm stays under 15.
  static constexpr double kScale = 5000.0;
  static constexpr int kCut = 80'000;
  Circuit circuit_;
};

// Two-distances: the smallest potential counts first, then how many cells share it, since each is
// a place the opponent has to see to.
template <int Words>
class HexmateEvaluator final : public Evaluator {
 public:
  explicit HexmateEvaluator(const Board& start)
      : longer_(longer_side(start.grid())), tracker_(start), two_distance_(tracker_.field()) {}

  int evaluate(const Board& board) override {
    if (board.over()) return final_score(board);
    const Color self = board.turn();
    return bounded(hope(self) - hope(other(self)) + kTempo);
  }
  void push(const Board& after, Move move, Color color) override {
    tracker_.push(after, move, color);
  }
  void pop(const Board&) override { tracker_.pop(); }

 private:
  static constexpr int kStep = 500;
  static constexpr int kTempo = kStep / 2;
  static constexpr int kChoice = kStep / 10;
  static constexpr int kMostChoices = 12;

  int hope(Color color) {
    const Side<Words> side = tracker_.side(color);
    const Potential<Words> potential = two_distance_(side);
    if (potential.value != kCutOff)
      return kChoice * std::min(potential.cells.count(), kMostChoices) - kStep * potential.value;
    // One well-placed enemy stone is enough to cut off: worse than almost any way that stands.
    const int steps = distance_of(side);
    return -kStep * (steps == kCutOff ? 4 * longer_ : longer_ + steps);
  }

  int longer_;
  Tracker<Words> tracker_;
  TwoDistance<Words> two_distance_;
};

template <template <int> class Kind>
std::unique_ptr<Evaluator> made(const Board& start) {
  return with_words(start.grid().cells(), [&](auto words) -> std::unique_ptr<Evaluator> {
    return std::make_unique<Kind<words>>(start);
  });
}

[[noreturn]] void refuse(std::string_view name) {
  std::string known;
  for (const std::string_view each : kNames)
    known += (known.empty() ? "" : ", ") + std::string(each);
  throw Error(ErrorKind::player,
              "unknown evaluation '" + std::string(name) + "': choose one of " + known);
}

}  // namespace

Features features(const Board& board) {
  const Color self = board.turn(), foe = other(self);
  const int longer = longer_side(board.grid());
  const auto steps = [&](Color color) {
    const int value = distance(board, color).value;
    return value == kCutOff ? longer * longer : value;
  };
  return {steps(self),
          steps(foe),
          liberties(board, self),
          liberties(board, foe),
          bridge_score(board, self),
          bridge_score(board, foe),
          centre_score(board, self)};
}

int hexproject_score(const Features& f, int longer_side) {
  const int last_step = 12'000 + 300 * longer_side;
  return (f.distance_other - f.distance_self) * (600 + 10 * longer_side) +
         (f.distance_self == 1 ? last_step : 0) - (f.distance_other == 1 ? last_step : 0) +
         (f.bridges_self - f.bridges_other) * (6 + longer_side) +
         2 * (f.liberties_self - f.liberties_other) + f.centre;
}

std::span<const std::string_view> evaluator_names() { return kNames; }

std::unique_ptr<Evaluator> make_evaluator(std::string_view name, const Board& start) {
  if (name == "hexproject") return made<HexProjectEvaluator>(start);
  if (name == "distance") return made<DistanceEvaluator>(start);
  if (name == "hexmate") return made<HexmateEvaluator>(start);
  if (name == "resistance") return std::make_unique<ResistanceEvaluator>(start);
  refuse(name);
}

int heuristic(const Board& board, std::string_view name) {
  if (name == "hexproject" && !board.over())
    return hexproject_score(features(board), longer_side(board.grid()));
  return make_evaluator(name, board)->evaluate(board);
}

}  // namespace hexcore
