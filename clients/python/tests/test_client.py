"""Whole matches, refusals as exceptions, and answers that get lost."""
import asyncio
import pickle
import random

import httpx
import pytest

from cartulary import ME, OPEN, AsyncClient, Client, Over, Problem, Refused, Unreachable, bot
from cartulary.client import Match
from cartulary.retry import ATTEMPTS
from cartulary.types import Game


class Lossy(httpx.HTTPTransport):
    """A network that loses every third answer after the server has acted on the request."""

    count = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        answer = super().handle_request(request)
        self.count += 1
        if self.count % 3 == 0:
            answer.read()
            answer.close()
            raise httpx.ReadError("the answer was lost", request=request)
        return answer


@pytest.fixture
def client(url: str) -> Client:
    """A player of its own."""
    client = Client(url)
    client.register("tests")
    return client


@pytest.fixture
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What would have been waited for, in seconds."""
    pauses_s: list[float] = []
    monkeypatch.setattr("time.sleep", pauses_s.append)
    return pauses_s


def play(match: Match) -> int:
    """Plays at random to the end: the number of decisions."""
    return sum(turn.play(random.choice(turn.legal)) is not None for turn in match.turns())


def test_a_match_is_played_to_its_end(client: Client, game: Game) -> None:
    match = client.open(game, [ME, bot("random")])
    assert play(match) > 0
    assert len(match.results()["standings"]) == 2
    with pytest.raises(Over):
        match.due(0)


def test_all_seats_of_a_table_can_be_mine(client: Client, game: Game) -> None:
    match = client.open(game, 2)
    assert match.seats == [0, 1]
    assert play(match) > 0
    assert match.info()["status"] == "finished"


def test_a_stranger_takes_an_open_seat(client: Client, url: str) -> None:
    hosted = client.open("cartographers", [ME, OPEN])
    with Client(url) as stranger:
        stranger.register("stranger")
        joined = stranger.join(hosted.id)
        assert joined.seats == [1]
        assert joined.due(1) is not None


def test_many_matches_are_played_at_once(url: str, game: Game) -> None:
    async def one(client: AsyncClient) -> str:
        match = await client.open(game, [ME, bot("random")])
        async for turn in match.turns():
            await turn.play(random.choice(turn.legal))
        return (await match.info())["status"]

    async def all_of_them() -> list[str]:
        async with AsyncClient(url) as client:
            await client.register("many")
            return await asyncio.gather(*(one(client) for _ in range(4)))

    assert asyncio.run(all_of_them()) == ["finished"] * 4


def test_what_gets_lost_is_asked_for_again_and_done_once(url: str, game: Game, no_pauses: list[float]) -> None:
    with Client(url, http=httpx.Client(base_url=url, timeout=75, transport=Lossy())) as client:
        client.register("lossy")
        match = client.open(game, [ME, bot("random")])
        decisions = play(match)
        assert len(no_pauses) > decisions / 2
        made = client.get(f"/v1/matches/{match.id}/decisions")["items"]
        mine = [it["decision"] for it in made if it["seat"] == 0]
        assert len(mine) == len(set(mine)) == decisions
        assert client.get(f"/v1/matches/{match.id}/verify")["valid"]


def test_a_refusal_names_code_and_rule(client: Client) -> None:
    match = client.open("cartographers", [ME, bot()])
    command = {"type": "draw", "terrain": "forest", "cells": [[0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [0, 5]]}
    with pytest.raises(Refused) as refused:
        match.decide(0, 0, {"game": "cartographers", "command": command})
    assert refused.value.status == 422
    assert (refused.value.code, refused.value.rule) == ("not_a_shape", "4.2")
    assert pickle.loads(pickle.dumps(refused.value)).code == refused.value.code


def test_a_field_that_is_wrong_is_pointed_at(client: Client) -> None:
    with pytest.raises(Problem) as problem:
        client.open("cartographers", [ME], abandon_after_ms=5)
    assert (problem.value.status, problem.value.pointer) == (422, "/abandon_after_ms")


def test_a_server_that_asks_for_patience_gets_it(no_pauses: list[float]) -> None:
    answers = iter([httpx.Response(429, headers={"Retry-After": "7"}, json={"code": "rate_limited"}), httpx.Response(204)])
    http = httpx.Client(base_url="http://here", transport=httpx.MockTransport(lambda _: next(answers)))
    assert Client("", http=http).get("/") is None
    assert no_pauses == [7.0]


def test_a_request_that_arrived_too_late_is_sent_again(no_pauses: list[float]) -> None:
    answers = iter([httpx.Response(408, json={"code": "request_timeout"}), httpx.Response(204)])
    http = httpx.Client(base_url="http://here", transport=httpx.MockTransport(lambda _: next(answers)))
    assert Client("", http=http).get("/") is None
    assert len(no_pauses) == 1


def test_a_server_that_asks_for_a_day_is_not_waited_for() -> None:
    refusal = httpx.Response(429, headers={"Retry-After": "86400"}, json={"code": "disk_quota"})
    http = httpx.Client(base_url="http://here", transport=httpx.MockTransport(lambda _: refusal))
    with pytest.raises(Problem) as problem:
        Client("", http=http).get("/")
    assert problem.value.retry_after_s == 86400


def test_a_server_that_is_away_is_given_up(no_pauses: list[float]) -> None:
    def away(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    http = httpx.Client(base_url="http://here", transport=httpx.MockTransport(away))
    with pytest.raises(Unreachable):
        Client("", http=http).get("/")
    assert len(no_pauses) == ATTEMPTS - 1


def test_what_is_no_problem_of_the_server_is_one_all_the_same() -> None:
    page = httpx.Response(404, text="<h1>not here</h1>")
    http = httpx.Client(base_url="http://here", transport=httpx.MockTransport(lambda _: page))
    with pytest.raises(Problem, match="404 : <h1>not here</h1>"):
        Client("", http=http).get("/")
