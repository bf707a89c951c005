"""What the environments of all seats share, and what agents are shown and get."""
from typing import Any

from gymnasium import spaces

from cartulary.client import Client
from cartulary.gym.direct import DirectClient
from cartulary.gym.observation import Encoder, HashedView
from cartulary.gym.table import Actions, Setup, Table
from cartulary.types import LegalCommand


class AllSeats:
    """A table at which every seat is yours: agents `seat_0`, `seat_1`, …"""

    #: How many actions there are beside the commands.
    _extra = 0

    def __init__(
        self,
        url: str,
        game: str,
        seats: int = 2,
        *,
        reward: str = "points",
        encoder: Encoder | None = None,
        token: str | None = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        self.client = seated(url, token)
        self.setup = Setup(url, game, seats, settings)
        self.reward = reward
        self.render_mode = "ansi"
        self.encoder = encoder or HashedView()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.table = Table(self.client, self.setup, None)
        self.actions = Actions(self.table.bound, extra=self._extra)
        self.action_spaces = {agent: self.actions.space() for agent in self.possible_agents}
        space = observations(self.encoder, self.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def commands(self, agent: str) -> dict[int, LegalCommand]:
        """What the legal actions of the agent mean, in words (`text`) and as commands."""
        return self.actions.named(self.table.legal(self._seats[agent]))

    def close(self) -> None:
        self.table.leave()
        self.client.close()


def seated(url: str, token: str | None) -> Client:
    """A client that may open matches: with this token, or as a new player."""
    client = DirectClient(url, token)
    if token is None:
        client.register("cartulary.gym")
    return client


def observations(encoder: Encoder, actions: Actions) -> Any:
    """The space of what an agent is shown."""
    return spaces.Dict({"observation": encoder.space, "action_mask": actions.mask_space()})


def final_rewards(table: Table, reward: str, seats: dict[str, int]) -> dict[str, float]:
    """What each agent gets at the end, besides what it has got already."""
    results = table.results()
    if reward == "points":
        missing = table.settle(results)
        return {agent: missing[seat] for agent, seat in seats.items()}
    last = max(len(results["standings"]) - 1, 1)
    return {agent: 1 - 2 * (results["standings"][seat]["rank"] - 1) / last for agent, seat in seats.items()}
