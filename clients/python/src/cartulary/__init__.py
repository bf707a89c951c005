"""A client for Cartulary, a server for board games.

`Client` asks and waits, `AsyncClient` awaits; both repeat what got lost. `cartulary.frames` has
statistics as tables, `cartulary.gym` has environments for programs that learn.
"""
from cartulary.aio import AsyncClient, AsyncMatch, AsyncTurn
from cartulary.calls import ME, OPEN, bot, player
from cartulary.client import Client, Match, Turn
from cartulary.problems import Over, Overtaken, Problem, Refused, Unreachable

__all__ = [
    "ME",
    "OPEN",
    "AsyncClient",
    "AsyncMatch",
    "AsyncTurn",
    "Client",
    "Match",
    "Over",
    "Overtaken",
    "Problem",
    "Refused",
    "Turn",
    "Unreachable",
    "bot",
    "player",
]
