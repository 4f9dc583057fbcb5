#include "search/net/fact_finder.hpp"

#include <algorithm>
#include <array>

#include "connect/connection_set.hpp"
#include "inferior/inferior.hpp"

namespace hexcore {

namespace {

// Fewer connections than the solver keeps: here a position that is not settled is no harm.
constexpr ConnectionLimits kLimits{.fulls = 8, .semis = 16, .cell_size = 6};

}  // namespace

class FactFinder::Finder {
 public:
  virtual ~Finder() = default;
  virtual PositionFacts find(const Board& board) = 0;
};

template <int Words>
class FactFinder::FinderOf : public FactFinder::Finder {
 public:
  explicit FinderOf(const Grid& grid)
      : field_(grid),
        inferior_(grid),
        sets_{Set(field_, Color::black, kLimits), Set(field_, Color::white, kLimits)} {}

  PositionFacts find(const Board& board) override {
    const Color me = board.turn();
    inferior_.fill_in(stones_of<Words>(board, Color::black), stones_of<Words>(board, Color::white));
    HexPosition<Words> filled(field_);
    for (const Color color : {Color::black, Color::white})
      filled.place_all(inferior_.filled(color), color);
    Set& mine = sets_[index_of(me)];
    mine.build(filled, Set::Until::semi_win);
    if (mine.has_chain() || mine.has_full_win() || mine.has_semi_win()) return won(board, mine);
    Set& theirs = sets_[1 - index_of(me)];
    theirs.build(filled, Set::Until::full_win);
    if (theirs.has_full_win()) return {Proven::loss, theirs.full_win().count()};
    return open(me, theirs);
  }

 private:
  using Set = ConnectionSet<Words>;

  PositionFacts won(const Board& board, Set& mine) {
    // Where filled cells win, the connections of the stones alone tell what to play.
    if (!mine.has_semi_win()) mine.build(HexPosition<Words>(field_, board), Set::Until::semi_win);
    if (!mine.has_semi_win()) return {Proven::win, mine.full_win().count() + 1};
    return {Proven::win, mine.semi_win().carrier.count(), mine.semi_win().key};
  }

  PositionFacts open(Color me, const Set& theirs) {
    PositionFacts facts;
    const Bits<Words> must_play = theirs.must_play();
    facts.fates.assign(static_cast<std::size_t>(field_.grid->cells()), Fate::inferior);
    inferior_.open().for_each([&](int cell) {
      facts.fates[static_cast<std::size_t>(cell)] = must_play.test(cell) ? Fate::open : Fate::lost;
    });
    for (const InferiorCell<Words>& each : inferior_.inferior(me)) {
      Fate& fate = facts.fates[static_cast<std::size_t>(each.cell)];
      if (fate == Fate::open) fate = Fate::inferior;
    }
    if (std::ranges::find(facts.fates, Fate::open) == facts.fates.end())
      return {Proven::loss, theirs.must_play_carrier().count() + 1};
    return facts;
  }

  HexField<Words> field_;
  InferiorCells<Words> inferior_;
  std::array<Set, 2> sets_;
};

FactFinder::FactFinder() = default;
FactFinder::~FactFinder() = default;

PositionFacts FactFinder::find(const Board& board) {
  const Grid& grid = board.grid();
  if (std::max(grid.rows(), grid.cols()) > kLongestSide) {
    const auto cells = static_cast<std::size_t>(grid.cells());
    return {.fates = std::vector<Fate>(cells, Fate::open)};
  }
  if (grid_ != &grid) {
    finder_ = with_words(grid.cells(), [&](auto words) -> std::unique_ptr<Finder> {
      return std::make_unique<FinderOf<words()>>(grid);
    });
    grid_ = &grid;
  }
  return finder_->find(board);
}

}  // namespace hexcore
