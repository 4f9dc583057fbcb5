// A table instead of a network: answers that follow from the view alone, for tests of tree search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "board/rng.hpp"
#include "search/net/canonical.hpp"
#include "search/net/mcts.hpp"
#include "search/net/net_tree.hpp"

namespace hexcore {

struct TableAnswer {
  std::vector<float> logits;
  float win_probability;
};

inline TableAnswer look_up(std::span<const std::uint8_t> view) {
  std::uint64_t key = view.size();
  for (const std::uint8_t cell : view) key = mix(key + cell);
  Rng rng(key);
  const auto draw = [&rng] { return static_cast<float>(rng.next() >> 40) * 0x1p-24F; };
  TableAnswer answer{std::vector<float>(view.size()), 0};
  for (float& logit : answer.logits) logit = 4 * draw() - 2;
  answer.win_probability = 0.1F + 0.8F * draw();
  return answer;
}

// One visit, answered at once.
inline NetTree::Visit visit_once(NetTree& tree, int first = -1) {
  const int cells = CanonicalView::cells_of(tree.board().grid());
  std::vector<std::uint8_t> view(static_cast<std::size_t>(cells));
  const auto visit = tree.visit(view.data(), first);
  if (visit == NetTree::Visit::leaf) {
    const TableAnswer answer = look_up(view);
    tree.evaluate(tree.leaf(), answer.logits.data(), answer.win_probability);
  }
  return visit;
}

// Thinks in batches until so many visits are below the root, or no leaf is left.
inline MctsReport think(Mcts& search, std::uint64_t visits, int batch = 1) {
  const auto cells = static_cast<std::size_t>(search.cells());
  std::vector<std::uint8_t> views(static_cast<std::size_t>(batch) * cells);
  for (MctsReport report = search.report(); report.visits < visits; report = search.report()) {
    const auto tickets = search.gather(batch, cells, views.data(), visits);
    if (tickets.empty() && (report.proven != Proven::unknown || report.full)) break;
    std::vector<float> logits, win_probabilities;
    for (std::size_t at = 0; at < tickets.size(); ++at) {
      const TableAnswer answer = look_up({views.data() + at * cells, cells});
      logits.insert(logits.end(), answer.logits.begin(), answer.logits.end());
      win_probabilities.push_back(answer.win_probability);
    }
    search.scatter(tickets, cells, logits.data(), win_probabilities.data());
  }
  return search.report(1000);
}

}  // namespace hexcore
