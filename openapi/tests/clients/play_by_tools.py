"""Two players play a whole match by the tools for language models, as a client of the protocol
finds them: one in the latest revision, the other in the one with a handshake.

After each decision its command is sent for the next one, too, which the rules nearly always
forbid: the refusal must cite the paragraph.

Usage: python play_by_tools.py http://127.0.0.1:8080 cartographers
"""
import asyncio
import json
import sys
from dataclasses import dataclass
from typing import Any

from mcp import Client
from mcp.types import CallToolResult, ImageContent, TextContent


class Refused(Exception):
    """A tool's error: the problem, and the paragraph that it cites."""

    def __init__(self, problem: dict[str, Any], paragraph: str | None):
        super().__init__(problem)
        self.problem = problem
        self.paragraph = paragraph


def texts(answer: CallToolResult) -> list[str]:
    return [block.text for block in answer.content if isinstance(block, TextContent)]


async def call(client: Client, tool: str, **arguments: object) -> CallToolResult:
    answer = await client.call_tool(tool, arguments)
    if answer.is_error:
        problem, *rule = texts(answer)
        raise Refused(json.loads(problem), rule[0] if rule else None)
    return answer


async def told(client: Client, tool: str, **arguments: object) -> Any:
    """The data that a tool answers."""
    return json.loads(texts(await call(client, tool, **arguments))[0])


@dataclass
class Seat:
    """A player at the table, and what came of their match."""

    client: Client
    match: str
    seat: int
    token: str
    decisions: int = 0
    refusals: int = 0

    async def play(self) -> None:
        seen = 0
        last: object = None
        while True:
            turn = await self.turn(seen)
            if turn["status"] == "over":
                return
            seen = turn["version"]
            if turn["status"] == "your_turn":
                await self.is_refused(turn, last)
                try:
                    last = await self.decide(turn)
                except Refused as refused:
                    # What the other seat did closed the question: there is another now.
                    if refused.problem["code"] != "overtaken":
                        raise

    async def turn(self, seen: int) -> Any:
        """What the seat is told; at its first turn with the table as text and as a picture."""
        where = {"match": self.match, "seat": self.seat, "token": self.token}
        first = self.decisions == 0
        answer = await call(self.client, "wait_for_turn", **where, seen=seen, list=500, picture=first)
        turn = json.loads(texts(answer)[0])
        if turn["status"] == "your_turn" and first:
            assert len(texts(answer)[1].splitlines()) > 5, "the table is missing"
            assert any(isinstance(it, ImageContent) for it in answer.content), "the picture is missing"
        return turn

    async def act(self, turn: Any, **play: object) -> Any:
        where = {"match": self.match, "seat": self.seat, "token": self.token}
        return await told(self.client, "act", **where, decision=turn["decision"], **play)

    async def is_refused(self, turn: Any, command: object) -> None:
        """Sends a command that is not legal any more."""
        listed = [legal["command"] for legal in turn["legal"]]
        if command is None or command in listed or len(listed) < turn["legal_count"]:
            return
        try:
            await self.act(turn, command=command)
        except Refused as refused:
            rule = refused.problem.get("rule")
            if rule is not None:
                assert refused.paragraph is not None and rule in refused.paragraph, refused.problem
                self.refusals += 1
        else:
            sys.exit(f"an illegal command was taken: {command}")

    async def decide(self, turn: Any) -> object:
        """Takes one of the legal commands, sometimes by its number, and every fourth one twice."""
        chosen = turn["legal"][self.decisions * 7 % len(turn["legal"])]
        by_number = {"number": chosen["number"]}
        play = by_number if self.decisions % 2 else {"command": chosen["command"]}
        acted = await self.act(turn, **play, note="The seventh from here.")
        if self.decisions % 4 == 0:
            again = await self.act(turn, **play)
            assert again["replayed"] and again["version"] == acted["version"], again
        self.decisions += 1
        return chosen["command"]


async def sit_down(host: Client, guest: Client, game: str) -> list[Seat]:
    """Opens a match with a free seat, and takes it."""
    tokens = [
        (await told(client, "register", name=name, version="1"))["token"]
        for client, name in [(host, "latest revision"), (guest, "handshake")]
    ]
    seats = [{"kind": "me"}, {"kind": "open"}]
    limit = {"on_illegal": "limit", "tries_limit": 1000}
    opened = await told(host, "open_match", token=tokens[0], game=game, seats=seats, **limit)
    match = opened["match"]["id"]
    own = opened["seat_tokens"][0]
    joined = await told(guest, "join_match", token=tokens[1], match=match)
    return [
        Seat(host, match, own["seat"], own["token"]),
        Seat(guest, match, joined["seat"], joined["token"]),
    ]


async def main(url: str, game: str) -> None:
    async with Client(f"{url}/mcp") as host, Client(f"{url}/mcp", mode="legacy") as guest:
        assert game in [it["game"] for it in await told(host, "list_games")]
        seats = await sit_down(host, guest, game)
        await asyncio.gather(*(seat.play() for seat in seats))
        results = await told(host, "results", match=seats[0].match)
    refusals = sum(seat.refusals for seat in seats)
    assert refusals > 0, "no refusal cited a paragraph"
    ranks = [standing["rank"] for standing in results["standings"]]
    decisions = sum(seat.decisions for seat in seats)
    print(f"{game}: {decisions} decisions by tools, {refusals} refusals with their rule, ranks {ranks}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2]))
