"""Counts steps a second of random play, by one environment and by several side by side, each in a
process of its own.

Usage: python measure.py http://127.0.0.1:8080 cartographers 1 4 16
"""
import sys
import time
from multiprocessing import Pool
from typing import Any

import numpy as np

from cartulary.gym import HouseBotsEnv, ParallelTableEnv, TableEnv

SECONDS = 5.0

random = np.random.default_rng()


def any_of(mask: Any) -> int:
    """A legal action. The spaces' own `sample` takes longer, and is no part of a step."""
    legal = np.flatnonzero(mask)
    return int(legal[random.integers(len(legal))])


def aec_steps(where: tuple[str, str]) -> int:
    """The steps of one environment for as long as is measured."""
    env, steps, until = TableEnv(*where), 0, time.monotonic() + SECONDS
    while time.monotonic() < until:
        env.reset()
        for agent in env.agent_iter():
            observed, _, over, _, _ = env.last()
            env.step(None if over else any_of(observed["action_mask"]))
            steps += not over
            if time.monotonic() > until:
                break
    env.close()
    return steps


def parallel_steps(where: tuple[str, str]) -> int:
    """The decisions of one parallel environment: agents that wait are not counted."""
    env, steps, until = ParallelTableEnv(*where), 0, time.monotonic() + SECONDS
    while time.monotonic() < until:
        observed, _ = env.reset()
        while env.agents and time.monotonic() < until:
            actions = {it: any_of(observed[it]["action_mask"]) for it in env.agents}
            steps += sum(action != env.wait for action in actions.values())
            observed = env.step(actions)[0]
    env.close()
    return steps


def single_steps(where: tuple[str, str]) -> int:
    """The steps of one seat against a random bot of the server, whose decisions are not counted."""
    env, steps, until = HouseBotsEnv(*where, bots=["random"]), 0, time.monotonic() + SECONDS
    while time.monotonic() < until:
        observed, _ = env.reset()
        over = False
        while not over and time.monotonic() < until:
            observed, _, over, _, _ = env.step(any_of(observed["action_mask"]))
            steps += 1
    env.close()
    return steps


def main(url: str, game: str, counts: list[int]) -> None:
    for name, play in [("aec", aec_steps), ("parallel", parallel_steps), ("single", single_steps)]:
        for count in counts:
            with Pool(count) as pool:
                steps = sum(pool.map(play, [(url, game)] * count))
            print(f"{game}, {name}, {count} side by side: {steps / SECONDS:.0f} steps a second")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], [int(it) for it in sys.argv[3:]])
