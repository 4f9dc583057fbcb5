"""Making puzzles, with stand-ins for the networks."""

from itertools import islice

from hexmate.board import Board
from hexmate.nets.evaluator import UniformEvaluator
from hexmate.nets.human_file import Prediction
from hexmate.puzzles.games import play_games
from hexmate.puzzles.maker import Maker
from hexmate.puzzles.networks import glances, ordered
from hexmate.puzzles.verify import problems


class EvenHuman:
    """Finds every move equally likely."""

    def predict(self, board, rating):
        moves = list(board.legal_moves)
        return Prediction(dict.fromkeys(moves, 1 / len(moves)), 0.5, 0.0)


def first_puzzles(seed):
    maker = Maker(UniformEvaluator(), EvenHuman())
    return list(islice(maker.batch(5, seed, 0), 4))


def test_what_is_made_is_proven_and_follows_from_the_seed():
    made = first_puzzles(3)
    assert len(made) == 4
    assert made == first_puzzles(3)
    assert made != first_puzzles(4)
    for puzzle in made:
        assert problems(puzzle) == []
        assert puzzle.board().outcome() is None
        assert puzzle.board().color_at(puzzle.last) is puzzle.board().turn.other


def test_a_network_sees_both_colours_from_their_own_side():
    class TopLeft:
        def evaluate(self, views):
            logits = views.reshape(len(views), -1).astype("float32") * 0
            logits[:, 1] = 5
            return logits, logits[:, 0]

    black, white = Board(3), Board.setup(["c3"], size=3)
    shares = [glance[0] for glance in glances([black, white], TopLeft())]
    assert ordered(black, shares[0])[0] == black.parse("b1")
    assert ordered(white, shares[1])[0] == white.parse("a2")
    assert shares[1][white.parse("c3")] == 0


def test_games_end_with_a_decision():
    for game in play_games(UniformEvaluator(), 4, 3, (0, 0)):
        assert len(game.glances) == game.board.ply
