"""What goes over the wire, as far as this kit looks at it. Answers hold more: the OpenAPI document
lists every field, and those that are not here are in the same dictionaries."""
from typing import Any, Literal, NotRequired, TypedDict

Game = Literal["cartographers", "bunny_kingdom", "builders_biomes", "big_monster"]

#: A command: a dictionary with `game` and `command`.
Command = dict[str, Any]


class ActionMask(TypedDict):
    """Which actions are legal, with a bit for each action id."""

    bound: int
    bits: str


class LegalCommand(TypedDict):
    """A command that is legal. `action`, `gain`, `text` and `cells` are there if asked for."""

    number: int
    command: Command
    action: NotRequired[int]
    gain: NotRequired[int]
    text: NotRequired[str]
    cells: NotRequired[list[Any]]


class Owed(TypedDict):
    """A decision that a seat owes after the one just made."""

    decision: int
    legal_count: int | None
    legal: NotRequired[list[LegalCommand] | None]
    mask: NotRequired[ActionMask]


class Due(Owed):
    """A decision that a seat owes, with everything needed to make it."""

    match: str
    seat: int
    version: int
    left_ms: NotRequired[int]
    view: dict[str, Any]


class Made(TypedDict):
    """A decision that was made, and what happened because of it."""

    match: str
    seat: int
    decision: int
    version: int
    position: str
    gain: int
    over: bool
    events: list[dict[str, Any]]
    next: Owed | None
    due: NotRequired[list[Due]]


class Registered(TypedDict):
    """A new player. The token is told once."""

    id: str
    name: str
    token: str


class SeatWanted(TypedDict):
    """Whom a host wants on a seat."""

    kind: Literal["me", "open", "player", "bot"]
    bot: NotRequired[str]
    player: NotRequired[str]


class MatchInfo(TypedDict):
    """A match in its current state."""

    id: str
    status: str
    version: int
    position: str
    action_bound: NotRequired[int | None]
    seats: list[dict[str, Any]]
    to_act: list[int]


class Standing(TypedDict):
    """The place of a seat. Only `rank` says who won."""

    rank: int
    total: int
    score: Any


class Results(TypedDict):
    """The results of a match; standings are by seat."""

    match: str
    standings: list[Standing]
