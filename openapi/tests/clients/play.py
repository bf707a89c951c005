"""Plays a whole match against a bot of the server, by the generated client alone.

Usage: python play.py http://127.0.0.1:8080 cartographers
"""
import sys
from typing import TypeVar

import httpx
from cartulary_client import AuthenticatedClient, Client
from cartulary_client.api.decisions import get_decision, put_decision
from cartulary_client.api.matches import open_match
from cartulary_client.api.players import register_player
from cartulary_client.api.replay import get_record, verify_match
from cartulary_client.api.results import get_results
from cartulary_client.models import (
    Bot,
    Due,
    GameId,
    Made,
    NamedMatchResults,
    NamedOpened,
    NewPlayer,
    OpenMatch,
    PlayerKind,
    Problem,
    Registered,
    SeatWantedBot,
    SeatWantedBotKind,
    SeatWantedMe,
    SeatWantedMeKind,
    Verified,
)
from cartulary_client.types import File

Answer = TypeVar("Answer")
MY_SEAT = 0


def expect(kind: type[Answer], answer: object) -> Answer:
    """The answer, if it is of the kind that a success has."""
    if not isinstance(answer, kind):
        sys.exit(f"not {kind.__name__}: {answer}")
    return answer


def main(url: str, game: str) -> None:
    me = NewPlayer(name="generated.py", kind=PlayerKind.BOT)
    registered = expect(Registered, register_player.sync(client=Client(base_url=url), body=me))
    client = AuthenticatedClient(
        base_url=url, token=registered.token, timeout=httpx.Timeout(70), raise_on_unexpected_status=True
    )
    bot = SeatWantedBot(bot=Bot.RANDOM, kind=SeatWantedBotKind.BOT)
    wanted = OpenMatch(game=GameId(game), seats=[SeatWantedMe(kind=SeatWantedMeKind.ME), bot])
    match = expect(NamedOpened, open_match.sync(client=client, body=wanted)).match.id
    decisions = 0
    while True:
        due = get_decision.sync(match, MY_SEAT, client=client, wait=30, sample=1)
        if isinstance(due, Problem) and due.code == "over":
            break
        if due is None:  # 204: nothing is owed yet
            continue
        due = expect(Due, due)
        assert due.legal  # the match withholds nothing
        command = due.legal[0].command
        made = put_decision.sync(match, MY_SEAT, due.decision, client=client, body=command)
        if isinstance(made, Problem) and made.code == "overtaken":  # another seat closed it
            continue
        expect(Made, made)
        decisions += 1
    results = expect(NamedMatchResults, get_results.sync(match, client=client))
    verified = expect(Verified, verify_match.sync(match, client=client))
    record = expect(File, get_record.sync(match, client=client)).payload.read()
    if not (decisions and verified.valid and record.startswith(b"{")):
        sys.exit(f"{decisions} decisions, {verified}, {record[:80]!r}")
    totals = [standing.total for standing in results.standings]
    print(f"python: {game}, {decisions} decisions, points by seat {totals}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
