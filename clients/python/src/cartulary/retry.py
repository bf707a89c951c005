"""What is asked for again, and when.

Everything is safe to repeat: a decision is put under its number, and what creates something carries
a key. So an answer that got lost is simply asked for again.
"""
import random
from collections.abc import Iterator

import httpx

from cartulary.problems import Problem, Unreachable

#: With its pauses this outlasts the restart of a server: about 25 seconds.
ATTEMPTS = 10
#: Whoever is asked to wait longer than this is told instead.
PATIENCE_S = 60.0
LONGEST_PAUSE_S = 5.0

PASSING_STATUSES = {408, 429, 502, 503, 504}


def pauses_s() -> Iterator[float]:
    """How long to wait before each further attempt: longer each time, and never the same."""
    for attempt in range(ATTEMPTS - 1):
        yield min(0.1 * 2**attempt, LONGEST_PAUSE_S) * random.uniform(0.5, 1.0)


class Attempts:
    """The attempts at one call. `pause_s` says how long to wait before the next, or raises."""

    def __init__(self) -> None:
        self._pauses_s = pauses_s()

    def after_loss(self, error: httpx.TransportError) -> float:
        """The pause after an attempt that nobody answered."""
        pause_s = next(self._pauses_s, None)
        if pause_s is None:
            raise Unreachable(f"{ATTEMPTS} attempts: {error}") from error
        return pause_s

    def after_refusal(self, problem: Problem) -> float:
        """The pause after a refusal that passes; any other is raised."""
        pause_s = next(self._pauses_s, None)
        passing = problem.status in PASSING_STATUSES
        asked_s = problem.retry_after_s or 0.0
        if pause_s is None or not passing or asked_s > PATIENCE_S:
            raise problem
        return max(pause_s, asked_s)
