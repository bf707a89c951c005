"""The client that asks and waits."""
import time
from collections.abc import Iterator, Sequence
from typing import Any, Self

import httpx

from cartulary import calls
from cartulary.calls import Call
from cartulary.problems import Over, Overtaken, Problem
from cartulary.retry import Attempts
from cartulary.types import Command, Due, Game, LegalCommand, Made, MatchInfo, Registered, Results, SeatWanted

#: A long poll takes up to 60 seconds.
TIMEOUT = httpx.Timeout(75.0, connect=5.0)
#: How long one question for a decision waits, in seconds.
WAIT_S = 25


def request(http: httpx.Client | httpx.AsyncClient, call: Call, token: str | None) -> httpx.Request:
    """A call as a request."""
    headers = {}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    if call.key:
        headers["Idempotency-Key"] = call.key
    query = call.query or None
    return http.build_request(call.method, call.path, params=query, json=call.body, headers=headers)


class Client:
    """The server, as one player sees it. Keeps its connections open; close it, or use `with`."""

    def __init__(self, url: str, token: str | None = None, *, http: httpx.Client | None = None) -> None:
        self.http = http or httpx.Client(base_url=url, timeout=TIMEOUT)
        self.token = token

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.http.close()

    def with_token(self, token: str) -> "Client":
        """The same server over the same connections, as the holder of this token sees it."""
        return Client("", token, http=self.http)

    def register(self, name: str, *, version: str | None = None, kind: str = "bot") -> Registered:
        """Registers a player, and acts as that player from now on. Keep `token` to be the same
        player tomorrow."""
        registered: Registered = self.send(calls.register(name, kind, version))
        self.token = registered["token"]
        return registered

    def open(self, game: Game, seats: int | Sequence[SeatWanted], **settings: Any) -> "Match":
        """Opens a match. `seats` says who sits where, or how many seats are all yours; `settings`
        are the other fields of `POST /v1/matches`."""
        opened = self.send(calls.open_match(game, seats, settings))
        return Match(self, opened["match"]["id"], [it["seat"] for it in opened["seat_tokens"]])

    def join(self, match: str, seat: int | None = None) -> "Match":
        """Takes a seat of a match that somebody else opened: this one, or the first free."""
        joined = self.send(calls.join(match, seat))
        return Match(self, match, [joined["seat"]])

    def match(self, id: str, seats: Sequence[int] = ()) -> "Match":
        """A match of which you know the id, and which seats of it are yours."""
        return Match(self, id, seats)

    def get(self, path: str, **query: Any) -> Any:
        """Any other question: `client.get("/v1/games")`."""
        return self.send(Call("GET", path, calls.query(query)))

    def fetch_text(self, path: str, **query: Any) -> str:
        """The same where the answer is no JSON, like a board as text."""
        return self.fetch(Call("GET", path, calls.query(query))).text

    def post(self, path: str, body: Any = None) -> Any:
        """Any other request that creates something, under a key of its own."""
        return self.send(calls.create(path, body))

    def send(self, call: Call) -> Any:
        """Sends a call until there is an answer: its JSON, None if it is empty."""
        answer = self.fetch(call)
        return answer.json() if answer.content else None

    def fetch(self, call: Call) -> httpx.Response:
        """Sends a call until there is an answer, and gives all of it."""
        attempts = Attempts()
        while True:
            try:
                answer = self.http.send(request(self.http, call, self.token))
            except httpx.TransportError as lost:
                time.sleep(attempts.after_loss(lost))
                continue
            if answer.is_success:
                return answer
            time.sleep(attempts.after_refusal(Problem.of(answer)))


class Match:
    """A match, and the seats that you play in it."""

    def __init__(self, client: Client, id: str, seats: Sequence[int]) -> None:
        self.client = client
        self.id = id
        self.seats = list(seats)

    def info(self) -> MatchInfo:
        """The match in its current state."""
        info: MatchInfo = self.client.send(calls.info(self.id))
        return info

    def turns(self, *, wait: int = WAIT_S, **ask: Any) -> "Iterator[Turn]":
        """Each decision that a seat of yours owes, until the match is over. `ask` goes to the
        question: `sample=1`, `with_="gain"`, `mask=True`."""
        try:
            while True:
                owed = 0
                for seat in self.seats:
                    alone = len(self.seats) == 1
                    due = self.due(seat, wait=wait if alone else 0, **ask)
                    if due is not None:
                        owed += 1
                        yield Turn(self, due)
                if not owed and len(self.seats) > 1:
                    self.due(self.seats[0], wait=1, count_only=True)
        except Over:
            return

    def due(self, seat: int, **ask: Any) -> Due | None:
        """The decision that a seat owes; None if it owed nothing until `wait` seconds ran out.
        Raises `Over` when the match is over."""
        due: Due | None = self.client.send(calls.due(self.id, seat, ask))
        return due

    def decide(self, seat: int, decision: int, play: Any, **ask: Any) -> Made:
        """Makes a decision; put again, it is answered again. Raises `Overtaken` if another seat
        closed it, `Refused` if the rules forbid it."""
        made: Made = self.client.send(calls.decide(self.id, seat, decision, play, ask))
        return made

    def results(self) -> Results:
        """Ranks and points by seat, once the match is over."""
        results: Results = self.client.send(calls.results(self.id))
        return results

    def end(self, seat: int) -> None:
        """Asks to end the match without ranks; it ends once every player has asked."""
        self.client.send(calls.end(self.id, seat))


class Turn:
    """A decision that a seat of yours owes."""

    def __init__(self, match: Match, due: Due) -> None:
        self.match = match
        self.due = due
        self.seat = due["seat"]
        #: What the seat may know.
        self.view: dict[str, Any] = due["view"]["view"]
        #: What it may play; empty if the match withholds it.
        self.legal: list[LegalCommand] = due.get("legal") or []

    def play(
        self, command: Command | LegalCommand | None = None, *, number: int | None = None, action: int | None = None
    ) -> Made | None:
        """Plays a legal command, given as it is listed, or by its number, or by its action id.
        None: another seat or the clock closed this decision first; go on with the next turn."""
        body = calls.play(command, number, action)
        try:
            return self.match.decide(self.seat, self.due["decision"], body)
        except Overtaken:
            return None
