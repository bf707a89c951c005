"""Plays ten matches of any game at once, by random legal commands.

Usage: python play_many.py http://127.0.0.1:8080 cartographers
"""
import asyncio
import random
import sys
from typing import cast

from cartulary import ME, AsyncClient, bot
from cartulary.types import Game


async def play(client: AsyncClient, game: Game) -> int:
    """The points of one match."""
    match = await client.open(game, [ME, bot("random")])
    async for turn in match.turns():
        await turn.play(random.choice(turn.legal))
    return (await match.results())["standings"][0]["total"]


async def main(url: str, game: Game) -> None:
    async with AsyncClient(url) as client:
        await client.register("many.py")
        points = await asyncio.gather(*(play(client, game) for _ in range(10)))
        print(f"{game}: {sorted(points)} points")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], cast(Game, sys.argv[2])))
