"""PettingZoo's parallel API: all agents act at each step, those who owe nothing by waiting."""
import random
from typing import Any

from pettingzoo import ParallelEnv

from cartulary.gym.aec import final_rewards, observations, seated
from cartulary.gym.observation import Encoder, HashedView
from cartulary.gym.table import Actions, Mask, Setup, Table
from cartulary.problems import Overtaken
from cartulary.types import Due, LegalCommand

Observations = dict[str, dict[str, Any]]
Step = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class ParallelTableEnv(ParallelEnv):
    """A table at which every seat is yours, stepped all at once.

    In each step every agent whose seat owes a decision makes it, and all others can only `wait`, the
    last action: their mask allows nothing else. Phases in which several seats decide at once are one
    step. In the others all but one wait, so for Builders & Biomes, where seats take turns, `TableEnv`
    is the better fit.

    The decisions of a step reach the server one after the other, in an order drawn from the seed. It
    matters only in Big Monster, where whoever passes first may have the ship: a question that
    another seat closed before is not answered (`infos[agent]["overtaken"]`), and the agent is asked
    what it owes then. Rewards are those of `TableEnv`.
    """

    metadata = {"name": "cartulary_parallel_v0", "render_modes": ["ansi"]}

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
        self.client = seated(url, token)
        self.setup = Setup(url, game, seats, settings)
        self.reward = reward
        self.render_mode = "ansi"
        self.encoder = encoder or HashedView()
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.table = Table(self.client, self.setup, None)
        self.actions = Actions(self.table.bound, extra=1)
        self.wait = self.actions.count - 1
        self.action_spaces = {agent: self.actions.space() for agent in self.possible_agents}
        space = observations(self.encoder, self.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Opens a new match. The same seed deals alike, on any server with the same box."""
        self.table.leave()
        self.table = Table(self.client, self.setup, seed)
        self.agents = self.possible_agents[:]
        self._order = random.Random(seed)
        self._dues: dict[str, Due] = {}
        return self._look(dict.fromkeys(self.agents, False))

    def step(self, actions: dict[str, int]) -> Step:
        """Plays for all agents that owe a decision."""
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        overtaken = dict.fromkeys(agents, False)
        acting = [agent for agent in agents if agent in self._dues]
        self._order.shuffle(acting)
        for agent in acting:
            try:
                made = self.table.decide(self._dues[agent], self.actions.play(actions[agent]))
            except Overtaken:
                overtaken[agent] = True
                continue
            if self.reward == "points":
                rewards[agent] += made["gain"]
        observed, infos = self._look(overtaken)
        if self.table.over:
            self.agents = []
            for agent, reward in final_rewards(self.table, self.reward, self._seats).items():
                rewards[agent] += reward
        ended = dict.fromkeys(agents, self.table.over)
        return observed, rewards, ended, dict.fromkeys(agents, False), infos

    def commands(self, agent: str) -> dict[int, LegalCommand]:
        """What the legal actions of the agent mean, in words (`text`) and as commands."""
        return self.actions.named(self.table.legal(self._seats[agent]))

    def render(self) -> str:
        """The board as text, as the first seat sees it."""
        path = f"/v1/matches/{self.table.match.id}/view"
        return self.client.fetch_text(path, seat=None if self.table.over else 0, format="text")

    def close(self) -> None:
        self.table.leave()
        self.client.close()

    def _look(self, overtaken: dict[str, bool]) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """What every agent sees now, and what it may do."""
        self._dues = {}
        observed: Observations = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent, was_overtaken in overtaken.items():
            view, mask = self._see(agent)
            observed[agent] = {"observation": self.encoder(view), "action_mask": mask}
            infos[agent] = {"action_mask": mask, "view": view, "overtaken": was_overtaken}
        return observed, infos

    def _see(self, agent: str) -> tuple[dict[str, Any], Mask]:
        seat = self._seats[agent]
        due = None if self.table.over else self.table.due(seat, self.actions.ask)
        if due is not None:
            self._dues[agent] = due
            return due["view"]["view"], self.actions.mask(due)
        mask = self.actions.nothing()
        mask[self.wait] = 1
        return self.table.view(seat), mask
