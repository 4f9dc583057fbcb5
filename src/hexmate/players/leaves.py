"""One search tree, evaluated on one thread or on several."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from hexmate import _core
from hexmate.nets.evaluator import Evaluator

__all__ = ["Leaves"]

_WAIT = 0.01
"""Seconds after which a thread without leaves looks again, even if no other has answered."""


class Leaves:
    """The leaves of a search: taken in batches, evaluated, and given back.

    Any number of threads may do that at once. Each takes its own share of a batch, so that as many
    leaves wait for an answer as on one thread.
    """

    def __init__(
        self,
        search: _core.Mcts,
        evaluator: Evaluator,
        side: int,
        enough: int,
        batch: int,
        threads: int = 1,
    ) -> None:
        self._search, self._evaluator = search, evaluator
        self._side, self._enough = side, enough
        self._share = -(-batch // threads)
        self._helpers = threads - 1
        self._changed = threading.Condition()
        self._ended = False
        self._busy = self._answers = 0
        self._errors: list[BaseException] = []

    @contextmanager
    def helped(self) -> Iterator[None]:
        """Inside this context the other threads work; they have answered everything after it."""
        threads = [
            threading.Thread(target=self._help, name="hexmate-leaves", daemon=True)
            for _ in range(self._helpers)
        ]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self._end()
            for thread in threads:
                thread.join()
        if self._errors:
            raise self._errors[0]

    def views(self) -> NDArray[np.uint8]:
        """Room for the views of one batch."""
        return np.zeros((self._share, self._side * self._side), np.uint8)

    def evaluate(self, views: NDArray[np.uint8]) -> None:
        """Evaluate one batch; where no leaf is free, wait for an answer of another thread."""
        if self._errors:
            raise self._errors[0]
        answers = self._answers
        tickets = self._search.gather(views, self._enough)
        if tickets:
            with self._working():
                seen = views[: len(tickets)].reshape(-1, self._side, self._side)
                logits, win_probabilities = self._evaluator.evaluate(seen)
                self._search.scatter(tickets, np.ascontiguousarray(logits), win_probabilities)
        elif self._helpers:
            with self._changed:
                self._changed.wait_for(lambda: self._may_have_leaves(answers), _WAIT)

    def _may_have_leaves(self, answers: int) -> bool:
        return self._ended or self._busy == 0 or self._answers != answers

    @contextmanager
    def _working(self) -> Iterator[None]:
        with self._changed:
            self._busy += 1
        try:
            yield
        finally:
            with self._changed:
                self._busy -= 1
                self._answers += 1
                self._changed.notify_all()

    def _end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _help(self) -> None:
        views = self.views()
        try:
            while not self._ended:
                self.evaluate(views)
        except BaseException as error:  # raised again where the search runs
            self._errors.append(error)
            self._end()
