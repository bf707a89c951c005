"""PettingZoo's AEC API: one agent acts at a time, and each is shown what the server shows its seat."""
from typing import Any

from pettingzoo import AECEnv

from cartulary.gym.seats import AllSeats, final_rewards
from cartulary.gym.table import Table
from cartulary.problems import Overtaken
from cartulary.types import Due


class TableEnv(AllSeats, AECEnv):
    """A table at which every seat is yours: agents `seat_0`, `seat_1`, …

    Where several seats decide at once, they act one after the other, clockwise; none is shown what
    another has chosen before the rules disclose it, because the server shows each seat what it may
    know and nothing else. An observation is a dictionary of the encoded view and the `action_mask`;
    `infos` has the mask again, and the view itself.

    Rewards are points as they are gained (`reward="points"`), which add up to the final points; or
    0 until the end and then from 1 for the first rank to -1 for the last (`reward="rank"`).
    """

    metadata = {"name": "cartulary_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Opens a new match. The same seed deals alike, on any server with the same box."""
        self.table.leave()
        self.table = Table(self.client, self.setup, seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._look(self.table.first)

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know now; the mask is empty unless it is to act."""
        if agent not in self._shown:
            view = self.table.view(self._seats[agent])
            self._shown[agent] = {"observation": self.encoder(view), "action_mask": self.actions.nothing()}
        return self._shown[agent]

    def step(self, action: int | None) -> None:
        """Plays for the agent that is to act. An illegal action is `Refused` by the server, and can
        be followed by another."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        gained, owed = self._decide(self._due, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.reward == "points":
            self.rewards[agent] = float(gained)
        if owed:
            self._show(owed[0])
        else:
            self._look(self.table.match.seats)
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> str:
        """The board as text, as the agent to act sees it."""
        path = f"/v1/matches/{self.table.match.id}/view"
        seat = None if self.table.over else self._seats[self.agent_selection]
        return self.client.fetch_text(path, seat=seat, format="text")

    def _decide(self, due: Due, action: int) -> tuple[int, list[Due]]:
        """The points that the action gained, and the decision that is owed next."""
        try:
            made = self.table.decide(due, self.actions.play(action), "next", self.actions.ask)
        except Overtaken:  # it is asked something else now
            return 0, []
        return made["gain"], made["due"]

    def _look(self, seats: list[int]) -> None:
        """Asks these seats in turn until one owes a decision, or ends."""
        due = None
        while due is None and not self.table.over:
            asked = (self.table.due(seat, self.actions.ask) for seat in seats)
            due = next(filter(None, asked), None)
        if due is None:
            self._end()
        else:
            self._show(due)

    def _show(self, due: Due) -> None:
        """Whose turn it is, and what that agent may know and do."""
        self._due = due
        agent = self.possible_agents[due["seat"]]
        view, mask = due["view"]["view"], self.actions.mask(due)
        self.agent_selection = agent
        self._shown = {agent: {"observation": self.encoder(view), "action_mask": mask}}
        self.infos[agent] = {"action_mask": mask, "view": view, "legal_count": due["legal_count"]}

    def _end(self) -> None:
        self._shown = {}
        self.terminations = dict.fromkeys(self.agents, True)
        for agent, reward in final_rewards(self.table, self.reward, self._seats).items():
            self.rewards[agent] += reward
