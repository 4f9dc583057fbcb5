#include "selfplay/selfplay.hpp"

#include <algorithm>
#include <string>

#include "search/busy.hpp"
#include "search/canonical.hpp"

namespace hexcore {

namespace {

template <typename T>
void extend(std::vector<T>& values, const std::vector<T>& more) {
  values.insert(values.end(), more.begin(), more.end());
}

bool is_share(float value) { return value >= 0 && value <= 1; }

const SelfPlayOptions& checked(const SelfPlayOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw Error(ErrorKind::player, what);
  };
  require(options.size >= 2 && options.size <= Grid::kLongestSide,
          "self-play is for boards 2x2 to 32x32");
  require(options.games >= 1 && options.visits >= 1 && options.quick_visits >= 1 &&
              options.candidates >= 1,
          "games, visits and candidates are 1 or more");
  require(options.threads >= 1 && options.threads <= 256, "threads are 1 to 256");
  require(options.most_random >= 2, "several random stones are 2 or more");
  require(is_share(options.full_share) && is_share(options.random_first) &&
              is_share(options.random_several) && is_share(options.decided_share) &&
              is_share(options.decided) && options.random_first + options.random_several <= 1,
          "shares are 0 to 1, and those of the openings 1 at most together");
  return options;
}

}  // namespace

void Samples::append(const Samples& more) {
  extend(views, more.views);
  extend(policies, more.policies);
  extend(wins, more.wins);
  extend(replies, more.replies);
  extend(chains, more.chains);
  extend(plies, more.plies);
  extend(chances, more.chances);
}

class SelfPlay::Game {
 public:
  Game(const SelfPlayOptions& options, std::uint64_t number)
      : options_(options), rng_(options.seed, number), board_(fresh()), tree_(tree_options()) {
    begin();
  }

  // Plays on until a leaf needs the network; writes its view.
  void gather(std::uint8_t* view) {
    while (true) {
      if (search_is_over()) {
        make_move();
        continue;
      }
      const int first = tree_.judged() ? root_.next(tree_) : -1;
      if (tree_.visit(view, first) == NetTree::Visit::leaf) {
        ++counts_.leaves;
        return;
      }
    }
  }

  void scatter(const float* logits, float chance) { tree_.judge(tree_.leaf(), logits, chance); }

  const SelfPlayCounts& counts() const { return counts_; }

  void hand_over(Samples& samples) {
    samples.append(samples_);
    samples_ = {};
  }

 private:
  struct Record {
    std::vector<std::uint8_t> view;
    std::vector<float> policy;
    int ply;
    Color mover;
    float chance;
  };

  static NetTreeOptions tree_options() {
    NetTreeOptions options;
    options.descent = Descent::improved;
    return options;
  }

  Board fresh() const { return Board(Grid::get(Shape::hex, options_.size, options_.size)); }

  float uniform() { return static_cast<float>(rng_.next() >> 40) * 0x1p-24F; }

  void begin() {
    board_ = fresh();
    records_.clear();
    last_chance_ = 0.5F;
    const float draw = uniform();
    int stones = 0;
    if (draw < options_.random_several)
      stones =
          2 + static_cast<int>(rng_.below(static_cast<std::uint32_t>(options_.most_random - 1)));
    else if (draw < options_.random_several + options_.random_first)
      stones = 1;
    for (int stone = 0; stone < stones; ++stone) {
      const auto moves = board_.legal_moves();
      board_.push(moves[rng_.below(static_cast<std::uint32_t>(moves.size()))]);
      if (board_.over()) board_ = fresh();
    }
    begin_search();
  }

  void begin_search() {
    const bool decided = std::min(last_chance_, 1 - last_chance_) < options_.decided;
    full_ = uniform() < options_.full_share * (decided ? options_.decided_share : 1.0F);
    visits_ = full_ ? options_.visits : options_.quick_visits;
    const int candidates = std::min({options_.candidates, visits_, board_.empty_cells()});
    root_.start(visits_, candidates, 1.0F, rng_.next());
    tree_.reset(board_);
  }

  bool search_is_over() const {
    if (tree_.size() == 0) return false;
    if (tree_.proven() != Proven::unknown) return true;
    return tree_.judged() && tree_.visits() >= static_cast<std::uint32_t>(visits_);
  }

  void make_move() {
    const auto edges = tree_.edges();
    const int chosen = tree_.judged() ? root_.best(tree_) : winning_edge();
    last_chance_ = tree_.chance();
    if (full_) record();
    board_.push(edges[static_cast<std::size_t>(chosen)].move);
    ++counts_.moves;
    if (board_.over()) {
      finish();
      begin();
    } else {
      begin_search();
    }
  }

  int winning_edge() const {
    const auto edges = tree_.edges();
    for (std::size_t at = 0; at < edges.size(); ++at)
      if (edges[at].proven == Proven::win) return static_cast<int>(at);
    return 0;
  }

  void record() {
    Record made{std::vector<std::uint8_t>(static_cast<std::size_t>(board_.grid().cells())),
                std::vector<float>(static_cast<std::size_t>(board_.grid().cells())), board_.ply(),
                board_.turn(), tree_.chance()};
    write_view(board_, made.view.data());
    const CanonicalView view(board_.grid(), board_.turn());
    const auto edges = tree_.edges();
    const auto wins = std::ranges::count_if(
        edges, [](const NetTree::Edge& edge) { return edge.proven == Proven::win; });
    if (wins == 0) GumbelRoot::policy(tree_, shares_);
    for (std::size_t at = 0; at < edges.size(); ++at) {
      const float won = edges[at].proven == Proven::win ? 1.0F / static_cast<float>(wins) : 0.0F;
      made.policy[static_cast<std::size_t>(view.index(edges[at].move))] =
          wins > 0 ? won : shares_[at];
    }
    records_.push_back(std::move(made));
  }

  void finish() {
    ++counts_.games;
    const Color winner = *board_.winner();
    counts_.black_wins += winner == Color::black;
    const auto played = board_.played();
    const auto path = board_.winning_path();
    for (const Record& made : records_) {
      const CanonicalView view(board_.grid(), made.mover);
      const bool won = made.mover == winner;
      extend(samples_.views, made.view);
      extend(samples_.policies, made.policy);
      samples_.wins.push_back(won);
      const auto next = static_cast<std::size_t>(made.ply) + 1;
      samples_.replies.push_back(
          static_cast<std::int16_t>(next < played.size() ? view.index(played[next].move) : -1));
      const std::size_t first = samples_.chains.size();
      samples_.chains.resize(first + made.view.size(), 0);
      for (const int cell : path)
        samples_.chains[first + static_cast<std::size_t>(view.index(cell))] = won ? 1 : -1;
      samples_.plies.push_back(static_cast<std::int16_t>(made.ply));
      samples_.chances.push_back(made.chance);
    }
  }

  const SelfPlayOptions& options_;
  Rng rng_;
  Board board_;
  NetTree tree_;
  GumbelRoot root_;
  std::vector<Record> records_;
  Samples samples_;
  std::vector<float> shares_;
  SelfPlayCounts counts_;
  float last_chance_ = 0.5F;
  int visits_ = 0;
  bool full_ = false;
};

SelfPlay::SelfPlay(const SelfPlayOptions& options)
    : options_(checked(options)), workers_(options.threads) {
  games_.resize(static_cast<std::size_t>(options.games));
  workers_.for_each(options.games, [this](int at) {
    games_[static_cast<std::size_t>(at)] =
        std::make_unique<Game>(options_, static_cast<std::uint64_t>(at));
  });
}

SelfPlay::~SelfPlay() = default;

void SelfPlay::take_turn(bool gathering) {
  if (waiting_ == gathering)
    throw Error(ErrorKind::player, gathering ? "the leaves gathered last wait for their answers"
                                             : "no leaves wait for answers");
  waiting_ = gathering;
}

void SelfPlay::gather(std::uint8_t* views) {
  const Busy busy(running_);
  take_turn(true);
  workers_.for_each(options_.games, [&](int at) { gather_one(at, views); });
}

void SelfPlay::scatter(const float* logits, const float* chances) {
  const Busy busy(running_);
  take_turn(false);
  workers_.for_each(options_.games, [&](int at) { scatter_one(at, logits, chances); });
}

void SelfPlay::advance(const float* logits, const float* chances, std::uint8_t* views) {
  const Busy busy(running_);
  take_turn(false);
  workers_.for_each(options_.games, [&](int at) {
    scatter_one(at, logits, chances);
    gather_one(at, views);
  });
  take_turn(true);
}

void SelfPlay::gather_one(int at, std::uint8_t* views) {
  games_[static_cast<std::size_t>(at)]->gather(views + static_cast<std::ptrdiff_t>(at) * cells());
}

void SelfPlay::scatter_one(int at, const float* logits, const float* chances) {
  games_[static_cast<std::size_t>(at)]->scatter(logits + static_cast<std::ptrdiff_t>(at) * cells(),
                                                chances[at]);
}

Samples SelfPlay::drain() {
  const Busy busy(running_);
  Samples taken;
  taken.cells = cells();
  for (const auto& game : games_) game->hand_over(taken);
  return taken;
}

SelfPlayCounts SelfPlay::counts() const {
  SelfPlayCounts sum;
  for (const auto& game : games_) {
    sum.games += game->counts().games;
    sum.moves += game->counts().moves;
    sum.leaves += game->counts().leaves;
    sum.black_wins += game->counts().black_wins;
  }
  return sum;
}

}  // namespace hexcore
