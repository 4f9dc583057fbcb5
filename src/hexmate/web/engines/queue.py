"""A queue in which people take turns, however much each of them wants."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import Generic, TypeVar

__all__ = ["FairQueue"]

Item = TypeVar("Item")


class FairQueue(Generic[Item]):
    """Items of several owners. Owners take turns; what one owner wants is served in order.

    >>> queue = FairQueue()
    >>> for item in ("a1", "a2", "a3", "b1"):
    ...     queue.put(item[0], item)
    >>> [queue.take() for _ in range(4)]
    ['a1', 'b1', 'a2', 'a3']
    """

    def __init__(self) -> None:
        # The order of the dictionary is that of the turns.
        self._waiting: dict[Hashable, deque[Item]] = {}

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def __iter__(self) -> Iterator[Item]:
        for items in tuple(self._waiting.values()):
            yield from tuple(items)

    def put(self, owner: Hashable, item: Item) -> None:
        """Add an item at the end of what its owner wants."""
        self._waiting.setdefault(owner, deque()).append(item)

    def take(self, may_begin: Callable[[Item], bool] = lambda item: True) -> Item | None:
        """Take the next item that may begin; its owner's next turn is after all others."""
        for owner, items in self._waiting.items():
            item = next((each for each in items if may_begin(each)), None)
            if item is not None:
                self.remove(owner, item)
                if owner in self._waiting:
                    self._waiting[owner] = self._waiting.pop(owner)
                return item
        return None

    def remove(self, owner: Hashable, item: Item) -> None:
        """Remove an item, if it waits."""
        items = self._waiting.get(owner)
        if items is not None and item in items:
            items.remove(item)
            if not items:
                del self._waiting[owner]
