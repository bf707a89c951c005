"""PettingZoo's parallel API: all agents act at each step, those who owe nothing by waiting."""
import random
from typing import Any

from pettingzoo import ParallelEnv

from cartulary.gym.seats import AllSeats, final_rewards
from cartulary.gym.table import Mask, Table
from cartulary.problems import Overtaken
from cartulary.types import Due

Observations = dict[str, dict[str, Any]]
Step = tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]


class ParallelTableEnv(AllSeats, ParallelEnv):
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
    _extra = 1

    @property
    def wait(self) -> int:
        """The action of an agent that owes nothing."""
        return self.actions.count - 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """Opens a new match. The same seed deals alike, on any server with the same box."""
        self.table.leave()
        self.table = Table(self.client, self.setup, seed)
        self.agents = self.possible_agents[:]
        self._order = random.Random(seed)
        self._dues: dict[str, Due] = {}
        return self._look(dict.fromkeys(self.agents, False), None)

    def step(self, actions: dict[str, int]) -> Step:
        """Plays for all agents that owe a decision."""
        agents = self.agents
        rewards = dict.fromkeys(agents, 0.0)
        overtaken = dict.fromkeys(agents, False)
        acting = [agent for agent in agents if agent in self._dues]
        self._order.shuffle(acting)
        owed: list[Due] | None = None
        for agent in acting:
            wanted = "all" if agent == acting[-1] else None
            try:
                made = self.table.decide(self._dues[agent], self.actions.play(actions[agent]), wanted, self.actions.ask)
            except Overtaken:
                overtaken[agent] = True
                continue
            owed = made.get("due")
            if self.reward == "points":
                rewards[agent] += made["gain"]
        observed, infos = self._look(overtaken, owed)
        if self.table.over:
            self.agents = []
            for agent, reward in final_rewards(self.table, self.reward, self._seats).items():
                rewards[agent] += reward
        ended = dict.fromkeys(agents, self.table.over)
        return observed, rewards, ended, dict.fromkeys(agents, False), infos

    def render(self) -> str:
        """The board as text, as the first seat sees it."""
        path = f"/v1/matches/{self.table.match.id}/view"
        return self.client.fetch_text(path, seat=None if self.table.over else 0, format="text")

    def _look(
        self, overtaken: dict[str, bool], owed: list[Due] | None
    ) -> tuple[Observations, dict[str, dict[str, Any]]]:
        """What every agent sees now, and what it may do. `owed` is what the seats owe, if known."""
        self._dues = {}
        known = None if owed is None else {due["seat"]: due for due in owed}
        observed: Observations = {}
        infos: dict[str, dict[str, Any]] = {}
        for agent, was_overtaken in overtaken.items():
            view, mask = self._see(agent, known)
            observed[agent] = {"observation": self.encoder(view), "action_mask": mask}
            infos[agent] = {"action_mask": mask, "view": view, "overtaken": was_overtaken}
        return observed, infos

    def _see(self, agent: str, known: dict[int, Due] | None) -> tuple[dict[str, Any], Mask]:
        due = self._owed(self._seats[agent], known)
        if due is not None:
            self._dues[agent] = due
            return due["view"]["view"], self.actions.mask(due)
        mask = self.actions.nothing()
        mask[self.wait] = 1
        return self.table.view(self._seats[agent]), mask

    def _owed(self, seat: int, known: dict[int, Due] | None) -> Due | None:
        if self.table.over:
            return None
        return self.table.due(seat, self.actions.ask) if known is None else known.get(seat)
