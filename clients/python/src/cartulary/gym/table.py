"""A match whose seats an environment plays, as far as all environments have it in common."""
import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cartulary import calls
from cartulary.client import WAIT_S, Client, Match
from cartulary.problems import Over
from cartulary.types import ActionMask, Due, LegalCommand, Made, Results, SeatWanted

Mask = NDArray[np.int8]

#: The longest list of legal commands that the server gives: the size of the action space where
#: there are no action ids.
NUMBERS = 5000
#: A learner that pauses longer loses its match.
ABANDON_AFTER_MS = 3_600_000


@dataclass(frozen=True)
class Setup:
    """What is played at each reset."""

    url: str
    game: str
    seats: int | Sequence[SeatWanted]
    settings: Mapping[str, Any]

    def __post_init__(self) -> None:
        given = {"abandon_after_ms": ABANDON_AFTER_MS, **self.settings}
        if self.game == "big_monster":  # hold no passes: nobody else is awaited
            given.setdefault("window_ms", 0)
        object.__setattr__(self, "settings", given)


class Actions:
    """What an action means: a fixed action id where the match has them, otherwise the number in the
    list of this decision, with the mask padded to `NUMBERS`."""

    def __init__(self, bound: int | None, extra: int = 0) -> None:
        self.has_ids = bound is not None
        self.count = (bound if bound is not None else NUMBERS) + extra
        #: What is asked for with each decision.
        self.ask = {"count_only": True, "mask": True} if self.has_ids else {"count_only": True}

    def space(self) -> Any:
        """A space of its own for each agent, so that each can be seeded."""
        return spaces.Discrete(self.count)

    def mask_space(self) -> Any:
        return spaces.Box(0, 1, (self.count,), np.int8)

    def mask(self, due: Due) -> Mask:
        """1 for each legal action. Of a list longer than `NUMBERS` the rest is out of reach."""
        mask = self.nothing()
        if self.has_ids:
            bits = _bits(due["mask"])
            mask[: len(bits)] = bits
        else:
            mask[: min(due["legal_count"] or 0, NUMBERS)] = 1
        return mask

    def nothing(self) -> Mask:
        return np.zeros(self.count, np.int8)

    def play(self, action: int) -> dict[str, int]:
        """The body of a decision."""
        return {"action" if self.has_ids else "number": int(action)}

    def named(self, legal: Sequence[LegalCommand]) -> dict[int, LegalCommand]:
        """Legal commands by their actions."""
        return {it["action"] if self.has_ids else it["number"]: it for it in legal}


def _bits(mask: ActionMask) -> NDArray[np.uint8]:
    packed = np.frombuffer(base64.b64decode(mask["bits"]), np.uint8)
    return np.unpackbits(packed, count=mask["bound"], bitorder="little")


class Table:
    """A running match."""

    def __init__(self, client: Client, setup: Setup, seed: int | None) -> None:
        self.client = client
        settings = dict(setup.settings)
        if seed is not None:
            settings["seed"] = hashlib.sha256(f"cartulary gym {seed}".encode()).hexdigest()
        opened = client.send(calls.open_match(setup.game, setup.seats, settings))
        self.match = Match(client, opened["match"]["id"], [it["seat"] for it in opened["seat_tokens"]])
        self.count = len(opened["match"]["seats"])
        self.bound: int | None = opened["match"].get("action_bound")
        self.over = False
        #: The seats that owe a decision at the start.
        self.first: list[int] = opened["match"]["to_act"]
        #: Points by seat as they stood when each was last told: what decisions gained.
        self.gained = dict.fromkeys(range(self.count), 0)

    def due(self, seat: int, ask: Mapping[str, Any]) -> Due | None:
        """What a seat owes; None if nothing, or if the match is over."""
        try:
            return self.match.due(seat, **ask)
        except Over:
            self.over = True
            return None

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may know now."""
        view: dict[str, Any] = self.client.get(f"/v1/matches/{self.match.id}/view", seat=seat)["view"]["view"]
        return view

    def legal(self, seat: int) -> list[LegalCommand]:
        """The legal commands of a seat, with words; with action ids if there are any."""
        with_ = ["action", "text"] if self.bound is not None else ["text"]
        path = f"/v1/matches/{self.match.id}/seats/{seat}/legal"
        items: list[LegalCommand] = self.client.get(path, with_=with_)["items"]
        return items

    def decide(self, due: Due, play: dict[str, int], wanted: str | None, ask: Mapping[str, Any]) -> Made:
        """Makes a decision. `wanted` says which decisions the answer gives in `due`, as soon as one
        is due: the `next` that a seat of this table owes, or `all`."""
        ask = {**ask, "due": wanted, "wait": WAIT_S} if wanted else {}
        made = self.match.decide(due["seat"], due["decision"], play, **ask)
        self.gained[due["seat"]] += made["gain"]
        self.over = made["over"]
        return made

    def results(self) -> Results:
        return self.match.results()

    def settle(self, results: Results) -> dict[int, float]:
        """What is missing in each seat's gains to its points at the end."""
        return {seat: float(it["total"] - self.gained[seat]) for seat, it in enumerate(results["standings"])}

    def leave(self) -> None:
        """Ends the match, if it is not over, so that it does not burden the server."""
        try:
            for seat in [] if self.over else self.match.seats:
                self.match.end(seat)
        except Over:
            pass
        self.over = True
