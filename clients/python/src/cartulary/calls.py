"""The requests of the contract that the kit knows by name, before anybody sends them."""
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from cartulary.types import Command, LegalCommand, SeatWanted

ME: SeatWanted = {"kind": "me"}
OPEN: SeatWanted = {"kind": "open"}


def bot(name: str = "greedy") -> SeatWanted:
    """A seat for a bot of the server: `greedy` or `random`."""
    return {"kind": "bot", "bot": name}


def player(id: str) -> SeatWanted:
    """A seat kept for another player."""
    return {"kind": "player", "player": id}


@dataclass(frozen=True)
class Call:
    """A request. What creates something has a key, so every one of them can be sent twice."""

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    key: str | None = None


def create(path: str, body: Any = None) -> Call:
    """A `POST` under a key of its own: repeated, it does nothing twice."""
    return Call("POST", path, body=body, key=secrets.token_hex(16))


def register(name: str, kind: str, version: str | None) -> Call:
    return create("/v1/players", {"name": name, "kind": kind, "version": version})


def open_match(game: str, seats: int | Sequence[SeatWanted], settings: Mapping[str, Any]) -> Call:
    seats = seats if isinstance(seats, int) else list(seats)
    return create("/v1/matches", {"game": game, "seats": seats, **settings})


def join(match: str, seat: int | None) -> Call:
    return create(f"/v1/matches/{match}/seats", {} if seat is None else {"seat": seat})


def info(match: str) -> Call:
    return Call("GET", f"/v1/matches/{match}")


def due(match: str, seat: int, ask: Mapping[str, Any]) -> Call:
    return Call("GET", f"/v1/matches/{match}/seats/{seat}/decision", query(ask))


def decide(match: str, seat: int, decision: int, play: Any, ask: Mapping[str, Any]) -> Call:
    return Call("PUT", f"/v1/matches/{match}/seats/{seat}/decisions/{decision}", query(ask), play)


def results(match: str) -> Call:
    return Call("GET", f"/v1/matches/{match}/results")


def end(match: str, seat: int) -> Call:
    return create(f"/v1/matches/{match}/seats/{seat}/end")


def play(command: Command | LegalCommand | None, number: int | None, action: int | None) -> Any:
    """The body of a decision: a command written out, or its number, or its action id."""
    named = {"number": number, "action": action}
    given = [{name: value} for name, value in named.items() if value is not None]
    if command is not None:
        command = cast(dict[str, Any], command)
        given.append(command["command"] if "number" in command else command)
    if len(given) != 1:
        raise TypeError("a decision is one of: a command, number=, action=")
    return given[0]


def query(ask: Mapping[str, Any]) -> dict[str, Any]:
    """A query as the contract wants it: `true`, lists with commas, but one `where` for each
    condition. `with_` stands for `with`, which is a word of Python."""
    return {
        name.rstrip("_"): value if name == "where" else _written(value)
        for name, value in ask.items()
        if value is not None
    }


def _written(value: Any) -> Any:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else value
