"""From a view, which is JSON of any depth, to a vector of a fixed length.

Each leaf is hashed, with the path to it, into one of the places of the vector. A number is added
there, a word or a `true` counts one. The hash is the same on every machine. Two leaves may share a
place: with 4,096 places and a few hundred leaves that is rare, but it is not the last word. A
program that knows its game gives its own encoder.
"""
from collections.abc import Callable
from functools import lru_cache
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
        self._place: Callable[[str], int] = lru_cache(maxsize=1 << 18)(self._hashed)

    def __call__(self, view: dict[str, Any]) -> Vector:
        vector = np.zeros(self.length, np.float32)
        places: list[int] = []
        amounts: list[float] = []
        self._collect(view, "", places, amounts)
        np.add.at(vector, places, amounts)
        return vector

    def _collect(self, value: Any, path: str, places: list[int], amounts: list[float]) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                self._collect(inner, f"{path}.{name}", places, amounts)
        elif isinstance(value, list):
            for nth, inner in enumerate(value):
                self._collect(inner, f"{path}.{nth}", places, amounts)
        elif isinstance(value, str):
            places.append(self._place(f"{path}={value}"))
            amounts.append(1.0)
        elif value:
            places.append(self._place(path))
            amounts.append(float(value))

    def _hashed(self, leaf: str) -> int:
        return crc32(leaf.encode()) % self.length
