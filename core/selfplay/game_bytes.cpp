// A game as bytes. Views and colours of records follow from the moves and are not kept.
#include <algorithm>

#include "search/net/canonical.hpp"
#include "selfplay/game.hpp"

namespace hexcore {

namespace {

bool is_empty(std::uint8_t cell) { return cell == static_cast<std::uint8_t>(Seen::empty); }

}  // namespace

void Game::save(ByteWriter& bytes) const {
  bytes.put_all<std::uint64_t>(rng_before_.state());
  const auto played = board_.played();
  bytes.put(static_cast<std::uint16_t>(played.size()));
  for (const PlayedMove& each : played) bytes.put(static_cast<std::uint16_t>(each.move));
  save_records(bytes);
  bytes.put(static_cast<std::uint32_t>(to_draw_));
  bytes.put(last_win_probability_);
  save_resignation(bytes);
  for (const auto each : SelfPlayCounts::kAll) bytes.put(counts_.*each);
  samples_.save(bytes);
}

void Game::load(ByteReader& bytes) {
  Rng::State state;
  for (std::uint64_t& word : state) word = bytes.take<std::uint64_t>();
  // A generator of nothing but zeros is none.
  ByteReader::require(state != Rng::State{});
  rng_before_ = Rng(state);
  load_moves(bytes);
  to_draw_ = bytes.take_up_to<std::uint32_t>(options_.most_random);
  last_win_probability_ = bytes.take<float>();
  load_resignation(bytes);
  for (const auto each : SelfPlayCounts::kAll) counts_.*each = bytes.take<std::uint64_t>();
  samples_ = Samples::load(bytes, board_.grid().cells());
  rewind();
}

void Game::save_records(ByteWriter& bytes) const {
  bytes.put(static_cast<std::uint16_t>(records_.size()));
  for (const Record& made : records_) {
    bytes.put(static_cast<std::uint16_t>(made.ply));
    bytes.put(made.win_probability);
    for (std::size_t cell = 0; cell < made.view.size(); ++cell)
      if (is_empty(made.view[cell])) bytes.put(made.policy[cell]);
  }
}

// The moves, and on the way the records of the positions between them.
void Game::load_moves(ByteReader& bytes) {
  board_ = fresh();
  records_.clear();
  const int cells = board_.grid().cells();
  std::vector<Move> moves(static_cast<std::size_t>(bytes.take_up_to<std::uint16_t>(cells)));
  for (Move& move : moves) move = bytes.take_up_to<std::uint16_t>(cells - 1);
  const auto play_to = [&](int ply) {
    for (; board_.ply() < ply; board_.push(moves[static_cast<std::size_t>(board_.ply())]))
      ByteReader::require(!board_.over() &&
                          board_.is_legal(moves[static_cast<std::size_t>(board_.ply())]));
  };
  const int last = static_cast<int>(moves.size());
  for (int left = bytes.take_up_to<std::uint16_t>(last); left > 0; --left) {
    const int ply = bytes.take_up_to<std::uint16_t>(last - 1);
    ByteReader::require(records_.empty() || ply > records_.back().ply);
    play_to(ply);
    records_.push_back(load_record(bytes));
  }
  play_to(last);
  ByteReader::require(!board_.over());
}

Game::Record Game::load_record(ByteReader& bytes) const {
  const auto cells = static_cast<std::size_t>(board_.grid().cells());
  Record made{std::vector<std::uint8_t>(cells), std::vector<float>(cells), board_.ply(),
              board_.turn(), bytes.take<float>()};
  write_view(board_, made.view.data());
  for (std::size_t cell = 0; cell < cells; ++cell)
    if (is_empty(made.view[cell])) made.policy[cell] = bytes.take<float>();
  return made;
}

void Game::save_resignation(ByteWriter& bytes) const {
  bytes.put(resignation_.plays_on);
  for (const int low : resignation_.low) bytes.put(static_cast<std::uint16_t>(low));
  bytes.put(resignation_.loser.has_value());
  bytes.put(static_cast<std::uint8_t>(resignation_.loser.value_or(Color::black)));
}

void Game::load_resignation(ByteReader& bytes) {
  resignation_.plays_on = bytes.take_up_to<std::uint8_t>(1) == 1;
  for (int& low : resignation_.low) low = bytes.take_up_to<std::uint16_t>(board_.grid().cells());
  const bool given_up = bytes.take_up_to<std::uint8_t>(1) == 1;
  const auto loser = static_cast<Color>(bytes.take_up_to<std::uint8_t>(1));
  resignation_.loser = given_up ? std::optional(loser) : std::nullopt;
}

}  // namespace hexcore
