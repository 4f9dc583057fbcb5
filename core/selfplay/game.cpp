#include "selfplay/game.hpp"

#include <algorithm>

#include "search/net/canonical.hpp"

namespace hexcore {

Game::Game(const SelfPlayOptions& options, std::uint64_t number)
    : options_(options),
      rng_(options.seed, number),
      rng_before_(rng_),
      board_(fresh()),
      tree_(NetTreeOptions{.descent = options.puct ? Descent::puct : Descent::improved}) {
  begin();
}

void Game::gather(std::uint8_t* view) {
  while (true) {
    if (search_is_over()) {
      finish_search();
      continue;
    }
    if (tree_.visit(view, next_edge()) != NetTree::Visit::leaf) continue;
    const NetEvaluation* known = evaluations_.find(tree_.leaf_key());
    if (known == nullptr) {
      ++counts_.leaves;
      return;
    }
    ++counts_.recalled;
    tree_.evaluate(tree_.leaf(), known->logits.data(), known->win_probability);
  }
}

void Game::scatter(const float* logits, float win_probability) {
  const auto cells = static_cast<std::size_t>(board_.grid().cells());
  evaluations_.keep(tree_.leaf_key(), {logits, cells}, win_probability);
  tree_.evaluate(tree_.leaf(), logits, win_probability);
}

void Game::rewind() {
  rng_ = rng_before_;
  // They are not saved, and this game must continue as the saved one will.
  evaluations_.clear();
  begin_search();
}

void Game::hand_over(Samples& samples) {
  samples.append(samples_);
  samples_ = {};
}

void Game::begin() {
  board_ = fresh();
  records_.clear();
  last_win_probability_ = 0.5F;
  to_draw_ = 0;
  resignation_ = {.plays_on = uniform() < options_.resign_check};
  const auto most = static_cast<std::uint32_t>(options_.most_random);
  const float draw = uniform(), rest = draw - options_.random_several;
  if (draw < options_.random_several)
    push_random(2 + static_cast<int>(rng_.below(most - 1)));
  else if (rest < options_.random_first)
    push_random(1);
  else if (rest - options_.random_first < options_.drawn_several)
    to_draw_ = 1 + static_cast<int>(rng_.below(most));
  begin_search();
}

void Game::push_random(int stones) {
  for (int stone = 0; stone < stones; ++stone) {
    const auto moves = board_.legal_moves();
    board_.push(moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
    if (board_.over()) board_ = fresh();
  }
}

void Game::begin_search() {
  rng_before_ = rng_;
  tree_.reset(board_);
  evaluations_.turn_page();
  // One answer about the root tells all that is needed to draw a stone.
  if (to_draw_ > 0) {
    visits_ = 0;
    return;
  }
  const bool decided =
      std::min(last_win_probability_, 1 - last_win_probability_) < options_.decided;
  full_ = uniform() < options_.full_share * (decided ? options_.decided_share : 1.0F);
  visits_ = full_ ? options_.visits : options_.quick_visits;
  if (options_.puct) {
    puct_.start(full_ ? options_.noise_share : 0.0F, options_.noise_alpha,
                board_.ply() < options_.warm_moves, rng_.next());
  } else {
    const int candidates = std::min({options_.candidates, visits_, board_.empty_cells()});
    gumbel_.start(visits_, candidates, 1.0F, rng_.next());
  }
}

bool Game::search_is_over() const {
  if (tree_.size() == 0) return false;
  if (tree_.proven() != Proven::unknown) return true;
  return tree_.evaluated() && tree_.visits() >= static_cast<std::uint32_t>(visits_);
}

void Game::finish_search() {
  if (to_draw_ == 0) return make_move();
  draw_stone();
  begin_search();
}

void Game::draw_stone() {
  --to_draw_;
  // A side that can win at once is past the opening.
  if (tree_.proven() != Proven::unknown) {
    to_draw_ = 0;
    return;
  }
  const auto edges = tree_.edges();
  shares_.resize(edges.size());
  std::ranges::transform(edges, shares_.begin(), &NetTree::Edge::prior);
  board_.push(edges[static_cast<std::size_t>(draw_by_weight(shares_, uniform()))].move);
}

void Game::make_move() {
  const auto chosen = static_cast<std::size_t>(best_edge());
  const Color mover = board_.turn();
  last_win_probability_ = tree_.win_probability();
  if (full_) record();
  if (resignation_.resigns(options_, mover, last_win_probability_)) return finish(other(mover));
  board_.push(tree_.edges()[chosen].move);
  ++counts_.moves;
  if (const auto winner = board_.winner()) return finish(*winner);
  begin_search();
}

// The root edge for the next visit; negative where the tree is to choose.
int Game::next_edge() {
  if (!tree_.evaluated()) return -1;
  if (!options_.puct) return gumbel_.next(tree_);
  puct_.prepare(tree_);
  return -1;
}

int Game::best_edge() {
  const auto edges = tree_.edges();
  // A win that was plain before the network was asked.
  if (!tree_.evaluated())
    return static_cast<int>(std::ranges::find(edges, Proven::win, &NetTree::Edge::proven) -
                            edges.begin());
  return options_.puct ? puct_.best(tree_) : gumbel_.best(tree_);
}

void Game::record() {
  const auto cells = static_cast<std::size_t>(board_.grid().cells());
  Record made{std::vector<std::uint8_t>(cells), std::vector<float>(cells), board_.ply(),
              board_.turn(), tree_.win_probability()};
  write_view(board_, made.view.data());
  const CanonicalView view(board_.grid(), board_.turn());
  const auto edges = tree_.edges();
  const auto wins = std::ranges::count(edges, Proven::win, &NetTree::Edge::proven);
  if (wins == 0)
    options_.puct ? PuctRoot::policy(tree_, shares_) : GumbelRoot::policy(tree_, shares_);
  for (std::size_t at = 0; at < edges.size(); ++at) {
    const float won = edges[at].proven == Proven::win ? 1.0F / static_cast<float>(wins) : 0.0F;
    made.policy[static_cast<std::size_t>(view.index(edges[at].move))] =
        wins > 0 ? won : shares_[at];
  }
  records_.push_back(std::move(made));
}

void Game::finish(Color winner) {
  ++counts_.games;
  counts_.black_wins += winner == Color::black;
  if (const auto loser = resignation_.loser) {
    counts_.resigned += !resignation_.plays_on;
    counts_.checked += resignation_.plays_on;
    counts_.false_resigns += *loser == winner;
  }
  add_samples(winner);
  begin();
}

void Game::add_samples(Color winner) {
  const auto played = board_.played();
  const auto path = board_.winning_path();
  for (const Record& made : records_) {
    const CanonicalView view(board_.grid(), made.mover);
    const bool won = made.mover == winner;
    samples_.views.insert(samples_.views.end(), made.view.begin(), made.view.end());
    samples_.policies.insert(samples_.policies.end(), made.policy.begin(), made.policy.end());
    samples_.wins.push_back(won);
    const auto next = static_cast<std::size_t>(made.ply) + 1;
    samples_.replies.push_back(
        static_cast<std::int16_t>(next < played.size() ? view.index(played[next].move) : -1));
    const std::size_t first = samples_.chains.size();
    samples_.chains.resize(first + made.view.size(), path.empty() ? kUnknownChain : 0);
    for (const int cell : path)
      samples_.chains[first + static_cast<std::size_t>(view.index(cell))] = won ? 1 : -1;
    samples_.plies.push_back(static_cast<std::int16_t>(made.ply));
    samples_.win_probabilities.push_back(made.win_probability);
  }
}

}  // namespace hexcore
