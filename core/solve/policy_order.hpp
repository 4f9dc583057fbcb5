// The order of moves by a network's policy.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "connect/hex_position.hpp"
#include "net/network.hpp"
#include "search/net/canonical.hpp"

namespace hexcore {

// Evaluates views of positions; a network does. Must give the same answer to the same view.
using EvaluateViews = std::function<void(const net::Batch&)>;

// Not for several threads at once: each has its own.
template <int Words>
class PolicyOrder {
 public:
  // Without `evaluate` there is no order.
  PolicyOrder(const Grid& grid, EvaluateViews evaluate)
      : grid_(&grid),
        evaluate_(std::move(evaluate)),
        view_(static_cast<std::size_t>(CanonicalView::cells_of(grid))),
        logits_(view_.size()) {}

  explicit operator bool() const { return static_cast<bool>(evaluate_); }

  // Sorts what has a `move`, the likeliest first. Returns the mover's win probability.
  template <typename Move>
  float sort(const HexPosition<Words>& position, Color mover, std::vector<Move>& moves) {
    const CanonicalView view(*grid_, mover);
    write_view(position, mover, view);
    const int side = CanonicalView::side_of(*grid_);
    float win_probability = 0;
    evaluate_({view_.data(), 1, side, side, logits_.data(), &win_probability});
    const auto logit = [&](const Move& each) {
      return logits_[static_cast<std::size_t>(view.index(each.move))];
    };
    std::ranges::stable_sort(moves, std::ranges::greater{}, logit);
    return win_probability;
  }

 private:
  void write_view(const HexPosition<Words>& position, Color mover, const CanonicalView& view) {
    std::ranges::fill(view_, static_cast<std::uint8_t>(Seen::off_board));
    for (int cell = 0; cell < grid_->cells(); ++cell)
      view_[static_cast<std::size_t>(view.index(cell))] = static_cast<std::uint8_t>(Seen::empty);
    const auto mark = [&](Color color, Seen as) {
      position.stones(color).for_each([&](int cell) {
        view_[static_cast<std::size_t>(view.index(cell))] = static_cast<std::uint8_t>(as);
      });
    };
    mark(mover, Seen::own);
    mark(other(mover), Seen::enemy);
  }

  const Grid* grid_;  // grids are kept for the life of the program
  EvaluateViews evaluate_;
  std::vector<std::uint8_t> view_;
  std::vector<float> logits_;
};

}  // namespace hexcore
