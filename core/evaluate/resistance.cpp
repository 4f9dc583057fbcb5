#include "evaluate/resistance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>

namespace hexcore {
namespace {

// What a place belongs to when it is not a node of the band. Borders count down from kBorder; the
// first of them is the second edge.
constexpr int kAbsent = -1;
constexpr int kFirstEdge = -2;
constexpr int kBorder = -3;
constexpr int border_of(int code) { return kBorder - code; }

constexpr std::uint8_t kFirst = 1, kSecond = 2, kBoth = 3;

// A node joined to a held potential has a pivot of at least its conductance to it, which is over
// 1 / 2,100 on 1,024 cells; without one the pivot is zero but for rounding.
constexpr double kNothing = 1e-7;

constexpr int kChunk = 4;
std::size_t padded(int length) {
  return static_cast<std::size_t>((length + kChunk - 1) / kChunk * kChunk + kChunk);
}

// into -= factor * from, in whole chunks: both are followed by room, and `from` by zeros.
inline void subtract(double* __restrict into, const double* __restrict from, double factor,
                     int length) {
  for (int at = 0; at < length; at += kChunk)
    for (int part = 0; part < kChunk; ++part) into[at + part] -= factor * from[at + part];
}

double inverse_of(double pivot) { return pivot > kNothing ? 1.0 / pivot : 0.0; }

Circuit& circuit_of(const Grid& grid) {
  thread_local std::unique_ptr<Circuit> circuit;
  thread_local const Grid* last = nullptr;
  if (last != &grid) {
    circuit = std::make_unique<Circuit>(grid);
    last = &grid;
  }
  return *circuit;
}

}  // namespace

double resistance(const Board& board, Color color) {
  return circuit_of(board.grid()).resistance(board, color);
}

Flow solve_circuit(const Board& board, Color color) {
  return circuit_of(board.grid()).solve(board, color);
}

Circuit::Order Circuit::ordered(const Grid& grid, Color color) {
  // Lines run along the shorter side; on equal sides along the edges of the colour, so that the
  // second edge meets the last line only.
  const bool by_rows =
      grid.cols() < grid.rows() || (grid.cols() == grid.rows() && color == Color::black);
  const int lines = by_rows ? grid.rows() : grid.cols();
  const int line = by_rows ? grid.cols() : grid.rows();
  Order order;
  std::vector<int> place_of(static_cast<std::size_t>(grid.cells()));
  for (int at = 0; at < lines; ++at)
    for (int along = 0; along < line; ++along) {
      const int cell = by_rows ? grid.cell(at, along) : grid.cell(along, at);
      place_of[cell] = static_cast<int>(order.places.size());
      order.places.push_back({.cell = static_cast<std::int16_t>(cell)});
    }
  const int first = grid.edge_node(color == Color::black ? kTop : kLeft);
  for (Place& place : order.places)
    for (const int node : grid.links(place.cell)) {
      if (node >= grid.cells()) {
        if (node == first) place.edges |= kFirst;
        if (node == first + 1) place.edges |= kSecond;
        continue;
      }
      place.near[place.links++] = static_cast<std::int16_t>(place_of[node]);
      order.band = std::max(order.band, std::abs(place_of[node] - place_of[place.cell]));
    }
  return order;
}

Circuit::Circuit(const Grid& grid)
    : grid_(grid),
      orders_{ordered(grid, Color::black), ordered(grid, Color::white)},
      given_(static_cast<std::size_t>(grid.cells())),
      stones_(given_.size()),
      parent_(stones_.size()),
      size_(stones_.size()),
      touch_(stones_.size()),
      node_(stones_.size()),
      length_(stones_.size()),
      inverse_(stones_.size()) {}

int Circuit::root(int place) {
  while (parent_[place] != place) place = parent_[place] = parent_[parent_[place]];
  return place;
}

// The root of a group is its last stone. False when a group joins both edges.
bool Circuit::find_groups(std::span<const Stone> stones, const Order& order, Color color) {
  own_ = stone_of(color);
  const int places = static_cast<int>(order.places.size());
  for (int at = 0; at < places; ++at) {
    const Place& place = order.places[at];
    stones_[at] = stones[static_cast<std::size_t>(place.cell)];
    if (stones_[at] != own_) continue;
    parent_[at] = static_cast<std::int16_t>(at);
    size_[at] = 1;
    touch_[at] = place.edges;
    for (int link = 0; link < place.links; ++link) {
      const int near = place.near[link];
      if (near > at || stones_[near] != own_) continue;
      const int joined = root(near);
      if (joined == at) continue;
      parent_[joined] = static_cast<std::int16_t>(at);
      size_[at] = static_cast<std::int16_t>(size_[at] + size_[joined]);
      touch_[at] |= touch_[joined];
    }
    if (touch_[at] == kBoth) return false;
  }
  return true;
}

void Circuit::number(const Order& order) {
  const int places = static_cast<int>(order.places.size());
  nodes_ = 0;
  border_count_ = 1;
  for (int at = 0; at < places; ++at) {
    if (stones_[at] == Stone::none) {
      node_[at] = static_cast<std::int16_t>(nodes_++);
    } else if (stones_[at] != own_) {
      node_[at] = kAbsent;
    } else if (parent_[at] == at) {
      int code = kBorder;  // the second edge
      if (touch_[at] == kFirst)
        code = kFirstEdge;
      else if (touch_[at] == 0)
        code = size_[at] == 1 ? nodes_++ : kBorder - border_count_++;
      node_[at] = static_cast<std::int16_t>(code);
    }
  }
  for (int at = 0; at < places; ++at)
    if (stones_[at] == own_ && parent_[at] != at) node_[at] = node_[root(at)];
}

void Circuit::clear(int band) {
  stride_ = padded(band + 1);
  border_stride_ = padded(nodes_ + band);
  const auto nodes = static_cast<std::size_t>(nodes_);
  const auto borders = static_cast<std::size_t>(border_count_);
  rows_.assign(nodes * stride_ + stride_, 0.0);
  borders_.assign(borders * border_stride_, 0.0);
  border_start_.assign(borders, static_cast<std::int16_t>(nodes_));
  border_end_.assign(borders, 0);
  border_last_.assign(borders, 0);
  border_inverse_.assign(borders, 0.0);
  waiting_.resize(borders);
  std::iota(waiting_.begin(), waiting_.end(), 0);
  core_.assign(borders * borders, 0.0);
  std::fill_n(length_.begin(), nodes, std::int16_t{0});
}

void Circuit::connect(const Order& order) {
  const auto to_border = [&](int node, int at, double conductance) {
    border(at)[node] -= conductance;
    core(at, at) += conductance;
    border_start_[at] = std::min(border_start_[at], static_cast<std::int16_t>(node));
    border_end_[at] = static_cast<std::int16_t>(node);
  };
  const int places = static_cast<int>(order.places.size());
  for (int at = 0; at < places; ++at) {
    const int node = node_[at];
    if (node < 0) continue;
    const Place& place = order.places[at];
    const bool empty = stones_[at] == Stone::none;
    double sum = (place.edges & kFirst) != 0 ? 1.0 : 0.0;
    if ((place.edges & kSecond) != 0) {
      sum += 1.0;
      to_border(node, 0, 1.0);
    }
    for (int link = 0; link < place.links; ++link) {
      const int near = place.near[link];
      const int code = node_[near];
      if (code == kAbsent) continue;
      const double conductance = empty && stones_[near] == Stone::none ? 0.5 : 1.0;
      sum += conductance;
      if (code <= kBorder) {
        to_border(node, border_of(code), conductance);
      } else if (code >= 0 && near < at) {
        const int offset = node - code;
        row(code)[offset] = -conductance;
        length_[code] = std::max(length_[code], static_cast<std::int16_t>(offset));
      }
    }
    row(node)[0] = sum;
  }
}

// Joins the neighbours of a node that goes: `from` holds its entries for `count` nodes of the band
// from `first` on.
void Circuit::join_band(int first, int count, const double* from, double inverse) {
  for (int at = 0; at < count; ++at) {
    if (from[at] == 0.0) continue;
    const int node = first + at, reach = count - 1 - at;
    length_[node] = std::max(length_[node], static_cast<std::int16_t>(reach));
    subtract(row(node), from + at, from[at] * inverse, reach + 1);
  }
}

void Circuit::take_out_node(int node) {
  const double* from = row(node) + 1;
  const int length = length_[node];
  const double inverse = inverse_[node] = inverse_of(row(node)[0]);
  if (inverse == 0.0) return;
  join_band(node + 1, length, from, inverse);
  for (const int at : active_) {
    const double factor = border(at)[node] * inverse;
    if (factor == 0.0) continue;
    subtract(border(at) + node + 1, from, factor, length);
    border_last_[at] = std::max(border_last_[at], static_cast<std::int16_t>(node + length));
    for (const int two : active_) core(at, two) -= factor * border(two)[node];
  }
}

void Circuit::take_out_border(int gone, int node) {
  std::erase(active_, gone);
  const double inverse = border_inverse_[gone] = inverse_of(core(gone, gone));
  if (inverse == 0.0) return;
  const double* from = border(gone) + node + 1;
  const int length = border_last_[gone] - node;
  join_band(node + 1, length, from, inverse);
  for (const int at : active_) {
    const double factor = core(at, gone) * inverse;
    if (factor == 0.0) continue;
    subtract(border(at) + node + 1, from, factor, length);
    border_last_[at] = std::max(border_last_[at], border_last_[gone]);
    for (const int two : active_) core(at, two) -= factor * core(gone, two);
  }
}

// A group goes as soon as its last neighbour in the band has gone, so that few borders are at work
// at any time.
void Circuit::eliminate() {
  active_.clear();
  gone_.clear();
  std::ranges::sort(waiting_, {}, [&](int at) { return border_start_[at]; });
  std::size_t next = 0;
  for (int node = 0; node < nodes_; ++node) {
    for (; next < waiting_.size() && border_start_[waiting_[next]] <= node; ++next)
      active_.push_back(waiting_[next]);
    take_out_node(node);
    for (std::size_t at = active_.size(); at-- > 0;)
      if (const int border = active_[at]; border != 0 && border_end_[border] == node) {
        take_out_border(border, node);
        gone_.push_back({node, border});
      }
  }
}

double Circuit::resistance(const Board& board, Color color) {
  for (int cell = 0; cell < grid_.cells(); ++cell)
    given_[static_cast<std::size_t>(cell)] = board.at(cell);
  return resistance(given_, color);
}

double Circuit::resistance(std::span<const Stone> stones, Color color) {
  const Order& order = orders_[static_cast<int>(color)];
  if (!find_groups(stones, order, color)) return 0.0;
  number(order);
  clear(order.band);
  connect(order);
  eliminate();
  const double conductance = core(0, 0);
  return conductance > kNothing ? 1.0 / conductance : std::numeric_limits<double>::infinity();
}

// Of each node of the band and then each border, its share of the way from the first edge (0) to
// the second (1) in volts: back through the elimination. What went before a node is still 0 when
// the node's turn comes, so its entries may stay in the sums.
std::vector<double> Circuit::unknowns() const {
  std::vector<double> shares(static_cast<std::size_t>(nodes_ + border_count_), 0.0);
  shares[nodes_] = 1.0;
  std::size_t left = gone_.size();
  for (int node = nodes_ - 1; node >= 0; --node) {
    for (; left > 0 && gone_[left - 1].after == node; --left) {
      const int at = gone_[left - 1].border;
      double sum = 0.0;
      for (int later = node + 1; later <= border_last_[at]; ++later)
        sum -= border(at)[later] * shares[later];
      for (int two = 0; two < border_count_; ++two)
        if (two != at) sum -= core(at, two) * shares[nodes_ + two];
      shares[nodes_ + at] = sum * border_inverse_[at];
    }
    double sum = 0.0;
    for (int offset = 1; offset <= length_[node]; ++offset)
      sum -= row(node)[offset] * shares[node + offset];
    for (int at = 0; at < border_count_; ++at) sum -= border(at)[node] * shares[nodes_ + at];
    shares[node] = sum * inverse_[node];
  }
  return shares;
}

// By place, whether an edge holds its potential.
std::vector<bool> Circuit::live(const Order& order) const {
  std::vector<bool> reached(order.places.size(), false);
  std::vector<int> queue;
  const auto open = [&](int at) { return node_[at] != kAbsent && !reached[at]; };
  for (int at = 0; at < static_cast<int>(order.places.size()); ++at)
    if (order.places[at].edges != 0 && open(at)) {
      reached[at] = true;
      queue.push_back(at);
    }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const Place& place = order.places[queue[next]];
    for (int link = 0; link < place.links; ++link)
      if (open(place.near[link])) {
        reached[place.near[link]] = true;
        queue.push_back(place.near[link]);
      }
  }
  return reached;
}

double Circuit::share(int place, const std::vector<double>& shares) const {
  const int code = node_[place];
  if (code == kFirstEdge) return 0.0;
  return code >= 0 ? shares[code] : shares[nodes_ + border_of(code)];
}

Flow Circuit::flow(const Order& order, const std::vector<double>& shares) const {
  const auto cells = static_cast<std::size_t>(grid_.cells());
  Flow flow{1.0 / core(0, 0), std::vector(cells, std::numeric_limits<double>::quiet_NaN()),
            std::vector(cells, 0.0)};
  const bool cut_off = core(0, 0) <= kNothing;
  if (cut_off) flow.resistance = std::numeric_limits<double>::infinity();
  const auto live_places = live(order);
  std::vector<double> group_current(static_cast<std::size_t>(border_count_), 0.0);
  for (std::size_t at = 0; at < order.places.size(); ++at) {
    if (!live_places[at]) continue;
    const Place& place = order.places[at];
    const double here = share(static_cast<int>(at), shares);
    flow.potentials[place.cell] = kSourceVolts * (1.0 - here);
    if (cut_off || node_[at] < 0) continue;
    double sum = 0.0;
    if ((place.edges & kFirst) != 0) sum += std::abs(here);
    if ((place.edges & kSecond) != 0) sum += std::abs(1.0 - here);
    for (int link = 0; link < place.links; ++link) {
      const int near = place.near[link];
      if (node_[near] == kAbsent) continue;
      const bool both_empty = stones_[at] == Stone::none && stones_[near] == Stone::none;
      const double current = (both_empty ? 0.5 : 1.0) * std::abs(share(near, shares) - here);
      sum += current;
      if (node_[near] <= kBorder) group_current[border_of(node_[near])] += current;
    }
    flow.currents[place.cell] = kSourceVolts * sum / 2;
  }
  if (cut_off) return flow;
  for (std::size_t at = 0; at < order.places.size(); ++at) {
    const int code = node_[at];
    if (code == kFirstEdge || code == kBorder)
      flow.currents[order.places[at].cell] = kSourceVolts * core(0, 0);
    else if (code < kBorder && live_places[at])
      flow.currents[order.places[at].cell] = kSourceVolts * group_current[border_of(code)] / 2;
  }
  return flow;
}

Flow Circuit::solve(std::span<const Stone> stones, Color color) {
  resistance(stones, color);
  return flow(orders_[static_cast<int>(color)], unknowns());
}

Flow Circuit::solve(const Board& board, Color color) {
  const double resistance_found = resistance(board, color);
  const Order& order = orders_[static_cast<int>(color)];
  if (resistance_found > 0.0) return flow(order, unknowns());
  const auto cells = static_cast<std::size_t>(grid_.cells());
  Flow joined{0.0, std::vector(cells, std::numeric_limits<double>::quiet_NaN()),
              std::vector(cells, 0.0)};
  for (const Group& group : board.groups(color))
    if (group.edges.size() == 2)
      for (const int cell : group.cells)
        joined.currents[cell] = std::numeric_limits<double>::infinity();
  return joined;
}

}  // namespace hexcore
