"""Gymnasium's API: one seat of yours against bots of the server."""
from collections.abc import Sequence
from typing import Any

import gymnasium

from cartulary.calls import ME, bot
from cartulary.client import WAIT_S
from cartulary.gym.seats import final_rewards, observations, seated
from cartulary.gym.observation import Encoder, HashedView
from cartulary.gym.table import Actions, Mask, Setup, Table
from cartulary.problems import Overtaken
from cartulary.types import Due, LegalCommand


class HouseBotsEnv(gymnasium.Env):
    """A table at which you have the first seat, and bots of the server (`greedy`, `random`) the
    others. Observations, masks and rewards are those of `TableEnv`; `action_masks()` gives the mask
    as maskable learners ask for it."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        url: str,
        game: str,
        bots: Sequence[str] = ("greedy",),
        *,
        reward: str = "points",
        encoder: Encoder | None = None,
        token: str | None = None,
        **settings: Any,
    ) -> None:
        self.client = seated(url, token)
        self.setup = Setup(url, game, [ME, *map(bot, bots)], settings)
        self.reward = reward
        self.render_mode = "ansi"
        self.encoder = encoder or HashedView()
        self.table = Table(self.client, self.setup, None)
        self.actions = Actions(self.table.bound)
        self.action_space = self.actions.space()
        self.observation_space = observations(self.encoder, self.actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Opens a new match. The same seed deals alike, on any server with the same box."""
        super().reset(seed=seed)
        self.table.leave()
        self.table = Table(self.client, self.setup, seed)
        return self._look([])

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays, and waits until it is this seat's turn again or the match is over."""
        assert self._due is not None, "the match is over: reset"
        reward, owed = 0.0, list[Due]()
        try:
            made = self.table.decide(self._due, self.actions.play(action), "next", self.actions.ask)
            reward = float(made["gain"]) if self.reward == "points" else 0.0
            owed = made["due"]
        except Overtaken:  # it is asked something else now
            pass
        observed, info = self._look(owed)
        if self.table.over:
            reward += final_rewards(self.table, self.reward, {"me": 0})["me"]
        return observed, reward, self.table.over, False, info

    def action_masks(self) -> Mask:
        """Which actions are legal now."""
        return self._mask

    def commands(self) -> dict[int, LegalCommand]:
        """What the legal actions mean, in words (`text`) and as commands."""
        return self.actions.named(self.table.legal(0))

    def render(self) -> str:  # type: ignore[override, unused-ignore]
        """The board as text."""
        path = f"/v1/matches/{self.table.match.id}/view"
        return self.client.fetch_text(path, seat=0, format="text")

    def close(self) -> None:
        self.table.leave()
        self.client.close()

    def _look(self, owed: Sequence[Due]) -> tuple[dict[str, Any], dict[str, Any]]:
        """What the seat sees as soon as it owes a decision. `owed` is what it owes, if known."""
        self._due: Due | None = owed[0] if owed else None
        while self._due is None and not self.table.over:
            self._due = self.table.due(0, {**self.actions.ask, "wait": WAIT_S})
        view = self._due["view"]["view"] if self._due else self.table.view(0)
        self._mask = self.actions.mask(self._due) if self._due else self.actions.nothing()
        observed = {"observation": self.encoder(view), "action_mask": self._mask}
        return observed, {"action_mask": self._mask, "view": view}
