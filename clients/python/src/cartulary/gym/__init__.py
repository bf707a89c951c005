"""Environments for programs that learn, over HTTP: PettingZoo's AEC and parallel API for all seats
of a table, Gymnasium's for one seat against bots of the server. `pip install cartulary[gym]`."""
from cartulary.gym.aec import TableEnv
from cartulary.gym.parallel import ParallelTableEnv
from cartulary.gym.single import HouseBotsEnv

__all__ = ["HouseBotsEnv", "ParallelTableEnv", "TableEnv"]
