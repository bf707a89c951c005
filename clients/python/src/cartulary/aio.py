"""The client that awaits, for programs that play many matches at once: the same as `Client`, word
for word."""
import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, Self

import httpx

from cartulary import calls
from cartulary.calls import Call
from cartulary.client import TIMEOUT, WAIT_S, request
from cartulary.problems import Over, Overtaken, Problem
from cartulary.retry import Attempts
from cartulary.types import Command, Due, Game, LegalCommand, Made, MatchInfo, Registered, Results, SeatWanted


class AsyncClient:
    """The server, as one player sees it. Keeps its connections open; close it, or use
    `async with`."""

    def __init__(self, url: str, token: str | None = None, *, http: httpx.AsyncClient | None = None) -> None:
        self.http = http or httpx.AsyncClient(base_url=url, timeout=TIMEOUT)
        self.token = token

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.http.aclose()

    def with_token(self, token: str) -> "AsyncClient":
        """The same server over the same connections, as the holder of this token sees it."""
        return AsyncClient("", token, http=self.http)

    async def register(self, name: str, *, version: str | None = None, kind: str = "bot") -> Registered:
        """Registers a player, and acts as that player from now on."""
        registered: Registered = await self.send(calls.register(name, kind, version))
        self.token = registered["token"]
        return registered

    async def open(self, game: Game, seats: int | Sequence[SeatWanted], **settings: Any) -> "AsyncMatch":
        """Opens a match. `seats` says who sits where, or how many seats are all yours."""
        opened = await self.send(calls.open_match(game, seats, settings))
        return AsyncMatch(self, opened["match"]["id"], [it["seat"] for it in opened["seat_tokens"]])

    async def join(self, match: str, seat: int | None = None) -> "AsyncMatch":
        """Takes a seat of a match that somebody else opened: this one, or the first free."""
        joined = await self.send(calls.join(match, seat))
        return AsyncMatch(self, match, [joined["seat"]])

    def match(self, id: str, seats: Sequence[int] = ()) -> "AsyncMatch":
        """A match of which you know the id, and which seats of it are yours."""
        return AsyncMatch(self, id, seats)

    async def get(self, path: str, **query: Any) -> Any:
        """Any other question: `await client.get("/v1/games")`."""
        return await self.send(Call("GET", path, calls.query(query)))

    async def fetch_text(self, path: str, **query: Any) -> str:
        """The same where the answer is no JSON, like a board as text."""
        return (await self.fetch(Call("GET", path, calls.query(query)))).text

    async def post(self, path: str, body: Any = None) -> Any:
        """Any other request that creates something, under a key of its own."""
        return await self.send(calls.create(path, body))

    async def send(self, call: Call) -> Any:
        """Sends a call until there is an answer: its JSON, None if it is empty."""
        answer = await self.fetch(call)
        return answer.json() if answer.content else None

    async def fetch(self, call: Call) -> httpx.Response:
        """Sends a call until there is an answer, and gives all of it."""
        attempts = Attempts()
        while True:
            try:
                answer = await self.http.send(request(self.http, call, self.token))
            except httpx.TransportError as lost:
                await asyncio.sleep(attempts.after_loss(lost))
                continue
            if answer.is_success:
                return answer
            await asyncio.sleep(attempts.after_refusal(Problem.of(answer)))


class AsyncMatch:
    """A match, and the seats that you play in it."""

    def __init__(self, client: AsyncClient, id: str, seats: Sequence[int]) -> None:
        self.client = client
        self.id = id
        self.seats = list(seats)

    async def info(self) -> MatchInfo:
        """The match in its current state."""
        info: MatchInfo = await self.client.send(calls.info(self.id))
        return info

    async def turns(self, *, wait: int = WAIT_S, **ask: Any) -> "AsyncIterator[AsyncTurn]":
        """Each decision that a seat of yours owes, until the match is over."""
        try:
            while True:
                owed = 0
                for seat in self.seats:
                    alone = len(self.seats) == 1
                    due = await self.due(seat, wait=wait if alone else 0, **ask)
                    if due is not None:
                        owed += 1
                        yield AsyncTurn(self, due)
                if not owed and len(self.seats) > 1:
                    await self.due(self.seats[0], wait=1, count_only=True)
        except Over:
            return

    async def due(self, seat: int, **ask: Any) -> Due | None:
        """The decision that a seat owes; None if it owed nothing until `wait` seconds ran out.
        Raises `Over` when the match is over."""
        due: Due | None = await self.client.send(calls.due(self.id, seat, ask))
        return due

    async def decide(self, seat: int, decision: int, play: Any, **ask: Any) -> Made:
        """Makes a decision; put again, it is answered again. Raises `Overtaken` if another seat
        closed it, `Refused` if the rules forbid it."""
        made: Made = await self.client.send(calls.decide(self.id, seat, decision, play, ask))
        return made

    async def results(self) -> Results:
        """Ranks and points by seat, once the match is over."""
        results: Results = await self.client.send(calls.results(self.id))
        return results

    async def end(self, seat: int) -> None:
        """Asks to end the match without ranks; it ends once every player has asked."""
        await self.client.send(calls.end(self.id, seat))


class AsyncTurn:
    """A decision that a seat of yours owes."""

    def __init__(self, match: AsyncMatch, due: Due) -> None:
        self.match = match
        self.due = due
        self.seat = due["seat"]
        #: What the seat may know.
        self.view: dict[str, Any] = due["view"]["view"]
        #: What it may play; empty if the match withholds it.
        self.legal: list[LegalCommand] = due.get("legal") or []

    async def play(
        self, command: Command | LegalCommand | None = None, *, number: int | None = None, action: int | None = None
    ) -> Made | None:
        """Plays a legal command, given as it is listed, or by its number, or by its action id.
        None: another seat or the clock closed this decision first; go on with the next turn."""
        body = calls.play(command, number, action)
        try:
            return await self.match.decide(self.seat, self.due["decision"], body)
        except Overtaken:
            return None
