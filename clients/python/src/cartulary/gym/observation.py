"""From a view, which is JSON of any depth, to a vector of a fixed length.

Each leaf is hashed, with the path to it, into one of the places of the vector. A number is added
there, a word or a `true` counts one. The hash is the same on every machine. Two leaves may share a
place: with 4,096 places and a few hundred leaves that is rare, but it is not the last word. A
program that knows its game gives its own encoder.
"""
from collections.abc import Iterable
from typing import Any, Protocol
from zlib import crc32

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Vector = NDArray[Any]


class Encoder(Protocol):
    """Makes observations of views."""

    space: Any

    def __call__(self, view: dict[str, Any]) -> Vector: ...


class HashedView:
    """The encoder for any game."""

    def __init__(self, length: int = 4096) -> None:
        self.length = length
        limit = float(np.finfo(np.float32).max)
        self.space = spaces.Box(-limit, limit, (length,), np.float32)

    def __call__(self, view: dict[str, Any]) -> Vector:
        hashes: list[int] = []
        amounts: list[float] = []
        _collect(view, 0, hashes, amounts)
        places = np.array(hashes, np.int64) % self.length
        return np.bincount(places, amounts, self.length).astype(np.float32)


class _Parts(dict[str | int, bytes]):
    """What each name or number adds to a path."""

    def __missing__(self, name: str | int) -> bytes:
        part = self[name] = f".{name}".encode()
        return part


_PARTS = _Parts()


def _collect(value: dict[str, Any] | list[Any], path: int, hashes: list[int], amounts: list[float]) -> None:
    """The leaves below a path. A CRC goes on from that of what stands before, so no path is written
    out; and leaves are met here and not one call deeper, because most of a view is leaves."""
    items: Iterable[tuple[str | int, Any]] = value.items() if isinstance(value, dict) else enumerate(value)
    for name, inner in items:
        kind = type(inner)
        if kind is dict or kind is list:
            _collect(inner, crc32(_PARTS[name], path), hashes, amounts)
        elif kind is str:
            hashes.append(crc32(f"={inner}".encode(), crc32(_PARTS[name], path)))
            amounts.append(1.0)
        elif inner:
            hashes.append(crc32(_PARTS[name], path))
            amounts.append(inner)
