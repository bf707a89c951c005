"""Plays a match of any game against the server's greedy bot: the command that gains most.

Usage: python play.py http://127.0.0.1:8080 cartographers
"""
import random
import sys
from typing import cast

from cartulary import ME, Client, bot
from cartulary.types import Game, LegalCommand


def gain(legal: LegalCommand) -> tuple[int, float]:
    """The points a command would add if the game were scored now; ties are broken by chance."""
    return legal["gain"], random.random()


def main(url: str, game: Game) -> None:
    with Client(url) as client:
        client.register("greediest.py")
        match = client.open(game, [ME, bot("greedy")])
        for turn in match.turns(with_="gain"):
            turn.play(max(turn.legal, key=gain))
        for seat, standing in enumerate(match.results()["standings"]):
            print(f"{game}, seat {seat}: rank {standing['rank']}, {standing['total']} points")


if __name__ == "__main__":
    main(sys.argv[1], cast(Game, sys.argv[2]))
