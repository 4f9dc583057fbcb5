"""Refusals: what a request or message gets that cannot be granted."""

__all__ = ["Refusal"]


class Refusal(Exception):
    """A request that cannot be granted: an HTTP status, a word for programs, a text for people.

    Over a socket the word and the text alone are sent.
    """

    def __init__(self, status: int, code: str, message: str, **details: object) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.details = details

    def as_dict(self) -> dict[str, object]:
        """Ready for JSON."""
        return {"error": self.code, "message": self.message, **self.details}
