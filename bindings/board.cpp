#include "board/board.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "board/names.hpp"
#include "board/perft.hpp"
#include "convert.hpp"
#include "registrars.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace hexcore;

namespace {

constexpr std::array<std::string_view, 4> kShapes{"hex", "offset", "square", "triangle"};
constexpr std::array<std::string_view, 3> kSwaps{"", "pieces", "sides"};
constexpr std::array<std::string_view, 6> kTerminations{
    "", "connection", "full board", "resignation", "forfeit", "timeout"};

template <typename Enum, std::size_t N>
Enum from_name(const std::array<std::string_view, N>& names, std::string_view name,
               const std::string& expected) {
  const auto* found = std::ranges::find(names, name);
  if (found == names.end())
    throw Error(ErrorKind::size, "unknown " + expected + ", not '" + std::string(name) + "'");
  return static_cast<Enum>(found - names.begin());
}

Shape shape_from(std::string_view name) {
  return from_name<Shape>(kShapes, name, "shape: choose hex, offset, square or triangle");
}

SwapRule swap_from(std::optional<std::string_view> name) {
  return from_name<SwapRule>(kSwaps, name.value_or(""), "swap rule: choose pieces, sides or None");
}

nb::ndarray<nb::numpy, std::int8_t> to_array(const Board& board) {
  const Grid& grid = board.grid();
  std::vector<std::int8_t> cells(static_cast<std::size_t>(grid.cells()));
  for (int cell = 0; cell < grid.cells(); ++cell)
    cells[cell] = static_cast<std::int8_t>(board.at(cell));
  return owned_array(std::move(cells), {static_cast<std::size_t>(grid.rows()),
                                        static_cast<std::size_t>(grid.cols())});
}

nb::ndarray<nb::numpy, bool> legal_mask(const Board& board) {
  const Grid& grid = board.grid();
  const std::size_t count = static_cast<std::size_t>(grid.cells());
  bool* mask = new bool[count];
  nb::capsule owner(mask, [](void* p) noexcept { delete[] static_cast<bool*>(p); });
  for (int cell = 0; cell < grid.cells(); ++cell) mask[cell] = board.is_legal(cell);
  return nb::ndarray<nb::numpy, bool>(
      mask, {static_cast<std::size_t>(grid.rows()), static_cast<std::size_t>(grid.cols())}, owner);
}

// Compressed rows over cells and edges: neighbours of node i are indices[indptr[i]:indptr[i+1]].
auto adjacency(const Board& board) {
  const Grid& grid = board.grid();
  std::vector<std::int32_t> starts{0}, neighbours;
  const auto close_row = [&] { starts.push_back(static_cast<std::int32_t>(neighbours.size())); };
  for (int cell = 0; cell < grid.cells(); ++cell) {
    const auto links = grid.links(cell);
    neighbours.insert(neighbours.end(), links.begin(), links.end());
    std::sort(neighbours.begin() + starts.back(), neighbours.end());
    close_row();
  }
  for (int edge = 0; edge < kEdges; ++edge) {
    const auto cells = grid.edge_cells(edge);
    neighbours.insert(neighbours.end(), cells.begin(), cells.end());
    close_row();
  }
  const std::size_t rows = starts.size(), entries = neighbours.size();
  return std::pair{owned_array(std::move(starts), {rows}),
                   owned_array(std::move(neighbours), {entries})};
}

std::vector<int> neighbors(const Board& board, int cell) {
  board.grid().require_cell(cell);
  std::vector<int> cells;
  for (const int node : board.grid().links(cell))
    if (node < board.grid().cells()) cells.push_back(node);
  std::ranges::sort(cells);
  return cells;
}

std::vector<std::pair<int, int>> played(const Board& board) {
  std::vector<std::pair<int, int>> moves;
  for (const auto& [move, color] : board.played())
    moves.emplace_back(static_cast<int>(color), move);
  return moves;
}

std::vector<int> moves(const Board& board) {
  std::vector<int> found;
  for (const auto& [move, color] : board.played()) found.push_back(move);
  return found;
}

std::vector<int> stones(const Board& board, int color) {
  std::vector<int> cells;
  for (int cell = 0; cell < board.grid().cells(); ++cell)
    if (board.at(cell) == stone_of(color_from(color))) cells.push_back(cell);
  return cells;
}

int mirror(const Board& board, int cell) {
  board.grid().require_cell(cell);
  if (!board.grid().transposable())
    throw Error(ErrorKind::size, "a board of " + board.grid().size_name() + " has no mirror image");
  return board.grid().mirror(cell);
}

// 0 empty, 1 black, 2 white.
int stone_at(const Board& board, int cell) {
  board.grid().require_cell(cell);
  return static_cast<int>(board.at(cell));
}

std::vector<std::pair<std::vector<int>, std::vector<int>>> groups(const Board& board, int color) {
  std::vector<std::pair<std::vector<int>, std::vector<int>>> found;
  for (Group& group : board.groups(color_from(color)))
    found.emplace_back(std::move(group.cells), std::move(group.edges));
  return found;
}

std::optional<int> winner(const Board& board) {
  const auto color = board.winner();
  return color ? std::optional(static_cast<int>(*color)) : std::nullopt;
}

std::string_view termination(const Board& board) {
  return kTerminations[static_cast<std::size_t>(board.termination())];
}

void end(Board& board, std::string_view how, int loser) {
  board.end(from_name<Termination>(kTerminations, how, "ending"), color_from(loser));
}

std::optional<std::string_view> swap_name(const Board& board) {
  if (board.swap_rule() == SwapRule::none) return std::nullopt;
  return kSwaps[static_cast<std::size_t>(board.swap_rule())];
}

void construct_setup(Board* self, int rows, int cols, std::string_view shape,
                     std::optional<std::string_view> swap, const std::vector<int>& black,
                     const std::vector<int>& white, int turn, bool swap_used) {
  new (self) Board(Board::setup(Grid::get(shape_from(shape), rows, cols), swap_from(swap), black,
                                white, color_from(turn), swap_used));
}

void register_position(nb::class_<Board>& board) {
  board.def_prop_ro("rows", [](const Board& b) { return b.grid().rows(); })
      .def_prop_ro("cols", [](const Board& b) { return b.grid().cols(); })
      .def_prop_ro("num_cells", [](const Board& b) { return b.grid().cells(); })
      .def_prop_ro("num_empty", &Board::empty_cells)
      .def_prop_ro("ply", &Board::ply)
      .def_prop_ro("swap_available", &Board::swap_available)
      .def_prop_ro("transposable", [](const Board& b) { return b.grid().transposable(); })
      .def_prop_ro("_shape",
                   [](const Board& b) { return kShapes[static_cast<int>(b.grid().shape())]; })
      .def_prop_ro("_swap", swap_name)
      .def_prop_ro("_swap_used", &Board::swap_used)
      .def_prop_ro("_turn", [](const Board& b) { return static_cast<int>(b.turn()); })
      .def_prop_ro("_winner", winner)
      .def_prop_ro("_termination", termination)
      .def("_stone_at", stone_at, "cell"_a)
      .def("_groups", groups, "color"_a)
      .def("_adjacency", adjacency)
      .def("_legal_mask", legal_mask)
      .def("_legal_count", &Board::legal_count)
      .def("_legal_list", &Board::legal_moves)
      .def("_played", played)
      .def_prop_ro("moves", moves, "The moves played since the set-up position, oldest first.")
      .def("stones", stones, "color"_a, "The cells that hold a stone of this colour, in order.")
      .def("neighbors", neighbors, "cell"_a, "The cells that touch this one, in order.")
      .def("mirror", mirror, "cell"_a, "The cell reflected on the main diagonal.")
      .def("winning_path", &Board::winning_path,
           "The winner's shortest chain, cell by cell from edge to edge; empty without one.")
      .def("to_array", to_array,
           "A copy of the stones, int8 [rows, cols]: 0 empty, 1 Black, 2 White.")
      .def("position_key", &Board::key,
           "64-bit Zobrist key of stones, size, shape, turn and the right to swap; the same in "
           "every "
           "version.");
}

// Otherwise nanobind would list the signatures and leave the reader to find `push_str`.
[[noreturn]] void refuse_text(const nb::str& text) {
  const std::string shown = nb::cast<std::string>(nb::repr(text));
  throw nb::type_error(
      ("push takes the number of a move; for text use push_str(" + shown + ")").c_str());
}

void register_play(nb::class_<Board>& board) {
  board
      .def("push", nb::overload_cast<Move>(&Board::push), "move"_a,
           "Play a move for the side to move, or for a named colour, in or out of turn.")
      .def(
          "push",
          [](Board& b, Move move, std::optional<int> color) {
            color ? b.push(move, color_from(*color)) : b.push(move);
          },
          "move"_a, "color"_a.none())
      .def(
          "push", [](Board&, const nb::str& text, nb::handle) { refuse_text(text); }, "move"_a,
          "color"_a = nb::none(),
          nb::sig("def push(self, move: str, color: int | None = None) -> typing.NoReturn"))
      .def("pop", &Board::pop, "Take the last move back and return it; reopens an ended game.")
      .def("peek", &Board::peek, "The last move.")
      .def("is_legal", &Board::is_legal, "move"_a,
           "Whether push would take the move from the side to move.")
      .def("reopen", &Board::reopen, "Take back a resignation, forfeit or time-out.")
      .def("_end", end, "how"_a, "loser"_a);
}

}  // namespace

void register_board(nb::module_& module) {
  module.attr("SWAP") = kSwap;
  module.attr("PASS") = kPass;
  module.def("column_name", column_name, "col"_a, "Letters of a column counted from 0.");
  module.def("cell_name", cell_name, "row"_a, "col"_a, "Name of a cell, 'c3' for row 2, col 2.");
  module.def("parse_cell", parse_cell, "text"_a, "(row, col) of a cell name, or None.");
  nb::class_<Board> board(module, "Board");
  board
      .def(
          "__init__",
          [](Board* self, int rows, int cols, std::string_view shape,
             std::optional<std::string_view> swap) {
            new (self) Board(Grid::get(shape_from(shape), rows, cols), swap_from(swap));
          },
          "rows"_a, "cols"_a, "shape"_a, "swap"_a.none())
      .def("__init__", construct_setup, "rows"_a, "cols"_a, "shape"_a, "swap"_a.none(), "black"_a,
           "white"_a, "turn"_a, "swap_used"_a)
      .def(nb::init<const Board&>(), "other"_a);
  register_position(board);
  register_play(board);
  module.def(
      "perft",
      [](const Board& start, int depth) {
        Board position(start);  // another thread may play on the board while the GIL is released
        const nb::gil_scoped_release released;
        return perft(std::move(position), depth);
      },
      "board"_a, "depth"_a);
}
