"""A small canvas of pixels: smooth polygons, discs and lines, and the PNG of what was drawn.

Each figure is a signed distance to its outline, in pixels; the distance tells how much of a pixel
it covers. That gives smooth edges at the cost of the pixels of the figure, without supersampling.
"""

import math
import struct
import zlib
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from hexmate.errors import MalformedError
from hexmate.geometry import Point

__all__ = ["Canvas", "Patch", "rgb"]

Distances = NDArray[np.float32]
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_TRUECOLOR = 2
_COMPRESSION = 6


def rgb(color: str) -> tuple[int, int, int]:
    """The parts of a colour `#rrggbb`.

    >>> rgb("#ff8000")
    (255, 128, 0)
    """
    try:
        if len(color) != 7 or color[0] != "#":
            raise ValueError
        number = int(color[1:], 16)
    except ValueError:
        raise MalformedError(f"bad colour {color!r}: a PNG needs colours such as #2f9e4a") from None
    return number >> 16, number >> 8 & 255, number & 255


class Patch:
    """The pixels around a figure, and how far inside or outside of it each of them is."""

    __slots__ = ("distances", "left", "top")

    def __init__(self, left: int, top: int, distances: Distances) -> None:
        self.left, self.top, self.distances = left, top, distances

    def coverage(self, inset: float = 0.0) -> Distances:
        """How much of each pixel the figure covers, 0 to 1, if its outline is moved inward."""
        covered: Distances = np.clip(0.5 - inset - self.distances, 0.0, 1.0)
        return covered


class Canvas:
    """An image of `width` by `height` pixels, filled with a background colour."""

    def __init__(self, width: int, height: int, background: str) -> None:
        self.width, self.height = width, height
        self.pixels = np.empty((height, width, 3), dtype=np.float32)
        self.pixels[:] = rgb(background)

    def paint(self, patch: Patch, color: str, inset: float = 0.0) -> None:
        """Fill a figure, moved inward by `inset` pixels."""
        self.blend(patch.left, patch.top, patch.coverage(inset), color)

    def blend(self, left: int, top: int, coverage: Distances, color: str) -> None:
        """Mix a colour into the pixels at a place."""
        rows, cols = coverage.shape
        part = self.pixels[top : top + rows, left : left + cols]
        part += coverage[:, :, None] * (np.asarray(rgb(color), dtype=np.float32) - part)

    def paint_all(self, patches: Iterable[Patch], color: str) -> None:
        """Fill figures that share edges as one, so that no seam shows between them."""
        joined = list(patches)
        if not joined:
            return
        left = min(patch.left for patch in joined)
        top = min(patch.top for patch in joined)
        right = max(patch.left + patch.distances.shape[1] for patch in joined)
        bottom = max(patch.top + patch.distances.shape[0] for patch in joined)
        whole = np.zeros((bottom - top, right - left), dtype=np.float32)
        for patch in joined:
            rows, cols = patch.distances.shape
            y, x = patch.top - top, patch.left - left
            whole[y : y + rows, x : x + cols] += patch.coverage()
        self.blend(left, top, np.minimum(whole, 1.0), color)

    def polygon(self, corners: Sequence[Point]) -> Patch:
        """A convex polygon."""
        left, top, x, y = self._window(corners, 1.0)
        ends = [*corners[1:], corners[0]]
        pairs = list(zip(corners, ends, strict=True))
        area = sum(a * d - b * c for (a, b), (c, d) in pairs)
        turn = 1.0 if area > 0 else -1.0
        distances = np.full((y.size, x.size), -np.inf, dtype=np.float32)
        for (ax, ay), (bx, by) in pairs:
            long = math.hypot(bx - ax, by - ay)
            if long < 1e-9:
                continue
            nx, ny = turn * (by - ay) / long, -turn * (bx - ax) / long
            side = (x - ax)[None, :] * np.float32(nx) + (y - ay)[:, None] * np.float32(ny)
            np.maximum(distances, side, out=distances)
        return Patch(left, top, distances)

    def disc(self, center: Point, radius: float) -> Patch:
        """A disc."""
        left, top, x, y = self._window([center], radius + 1.0)
        return Patch(
            left, top, np.hypot(x[None, :] - center[0], y[:, None] - center[1]) - np.float32(radius)
        )

    def stroke(self, start: Point, end: Point, width: float) -> Patch:
        """A line with round ends."""
        left, top, x, y = self._window([start, end], width / 2 + 1.0)
        return Patch(left, top, _distance(start, end, x, y) - np.float32(width / 2))

    def strokes(self, lines: Iterable[Sequence[Point]], width: float) -> Patch:
        """Several lines as one figure."""
        ways = [line for line in lines if line]
        left, top, x, y = self._window([p for way in ways for p in way], width / 2 + 1.0)
        near = np.full((y.size, x.size), np.inf, dtype=np.float32)
        for way in ways:
            for start, end in zip(way, way[1:] or way, strict=False):
                np.minimum(near, _distance(start, end, x, y), out=near)
        return Patch(left, top, near - np.float32(width / 2))

    def line(self, points: Sequence[Point], width: float, color: str) -> None:
        """Draw a line through points; a single point becomes a dot."""
        ends = points[1:] or points[:1]
        for start, end in zip(points, ends, strict=False):
            self.paint(self.stroke(start, end, width), color)

    def _window(
        self, points: Sequence[Point], margin: float
    ) -> tuple[int, int, Distances, Distances]:
        """The pixels around points that are on the canvas: their corner, and their middles."""
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        left = _within(math.floor(min(xs) - margin), self.width)
        top = _within(math.floor(min(ys) - margin), self.height)
        right = _within(math.ceil(max(xs) + margin), self.width)
        bottom = _within(math.ceil(max(ys) + margin), self.height)
        x = np.arange(left, right, dtype=np.float32) + np.float32(0.5)
        y = np.arange(top, bottom, dtype=np.float32) + np.float32(0.5)
        return left, top, x, y

    def png(self) -> bytes:
        """The image as a PNG file."""
        rows = np.zeros((self.height, 1 + 3 * self.width), dtype=np.uint8)  # 0: no filter
        rows[:, 1:] = (self.pixels + np.float32(0.5)).astype(np.uint8).reshape(self.height, -1)
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, _TRUECOLOR, 0, 0, 0)
        data = zlib.compress(rows.tobytes(), _COMPRESSION)
        chunks = ((b"IHDR", header), (b"IDAT", data), (b"IEND", b""))
        return _SIGNATURE + b"".join(_chunk(kind, body) for kind, body in chunks)


def _distance(start: Point, end: Point, x: Distances, y: Distances) -> Distances:
    """How far the pixels of a window are from a line, float32 [rows, cols]."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    px, py = (x - start[0])[None, :], (y - start[1])[:, None]
    along = np.clip((px * dx + py * dy) / square, 0.0, 1.0) if square else np.float32(0.0)
    near: Distances = np.hypot(px - along * dx, py - along * dy).astype(np.float32)
    return near


def _within(at: int, size: int) -> int:
    return min(max(at, 0), size)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
