"""Gymnasium: one seat of a game, our bots at all others."""

from __future__ import annotations

from typing import Any, Optional, Sequence, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from ._railwright import Rules, State, load
from .play import Decision, Player
from .rewards import Rewards, check_name


class SeatEnv(gymnasium.Env[NDArray[np.float32], int]):  # type: ignore[misc,unused-ignore]
    """One seat of a game as an environment of a single agent; the other seats are played by bots, or by objects with `choose`.

    The observation is what the seat sees; the mask of what may be said is `info["action_mask"]`, and `action_masks()` for those who look
    there. A word that the mask does not allow is an `IllegalActionError`. `seat` is a number, or None: then it is drawn for every game.

    >>> from railwright.gym import SeatEnv
    >>> env = SeatEnv("ticket-to-ride", opponents=["random"])
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape == env.observation_space.shape
    True
    """

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}

    def __init__(
        self,
        rules: Union[Rules, str],
        *,
        opponents: Sequence[Union[str, Player]] = ("greedy",),
        seat: Optional[int] = None,
        rewards: str = "rank",
        render_mode: Optional[str] = None,
    ) -> None:
        self.rules = load(rules) if isinstance(rules, str) else rules
        if not 1 <= len(opponents) < max(self.rules.players, 2):
            raise ValueError(f"{len(opponents)} opponents in a game of {self.rules.players}")
        if seat is not None and not 0 <= seat < self.rules.players:
            raise ValueError(f"there is no seat {seat}, counted from 0")
        self.opponents, self.wanted_seat = list(opponents), seat
        self.rewarding = check_name(rewards)
        self.render_mode = render_mode
        bounds = np.finfo(np.float32)
        self.observation_space = spaces.Box(bounds.min, bounds.max, (self.rules.observation_size,), np.float32)
        self.action_space = spaces.Discrete(self.rules.action_count)
        self.game: Optional[State] = None
        self.seat = 0

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins a game; the others play up to the first decision of the seat."""
        super().reset(seed=seed)
        for _ in range(100):
            number = int(self.np_random.integers(2**63))
            drawn = int(self.np_random.integers(self.rules.players))
            self.seat = drawn if self.wanted_seat is None else self.wanted_seat
            self.game = self.rules.start(number)
            self._rewards = Rewards(self.rewarding, self.game)
            self._others()
            if self.game.to_move is not None:
                return self._seen()
        raise RuntimeError("a hundred games were over before the seat had a choice")

    def _state(self) -> State:
        if self.game is None:
            raise RuntimeError("reset the environment before anything else")
        return self.game

    def _others(self) -> float:
        """The others play until the seat is asked or the game is over; what the seat gets meanwhile."""
        state, given = self._state(), 0.0
        while state.to_move is not None and state.to_move != self.seat:
            after = (state.to_move - self.seat) % self.rules.players
            player = self.opponents[min(after - 1, len(self.opponents) - 1)]
            acted = True
            if isinstance(player, str):
                state.apply(state.ask(player))
            else:
                answer = player.choose(Decision(state, state.to_move))
                if isinstance(answer, (int, np.integer)):
                    acted = state.say(int(answer)) is not None
                else:
                    state.apply(answer)
            given += self._rewards.after(state, acted)[self.seat]
        return given

    def _seen(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        state = self._state()
        return state.observe(self.seat), {"action_mask": self.action_masks(), "seat": self.seat}

    def action_masks(self) -> NDArray[np.int8]:
        """Which words may be said; none once the game is over."""
        return self._state().mask()

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Says a word; where that completes an action, the others play until the seat is asked again."""
        state = self._state()
        acted = state.say(int(action)) is not None
        reward = self._rewards.after(state, acted)[self.seat] + self._others()
        observation, info = self._seen()
        return observation, reward, state.is_over, False, info

    def render(self) -> Any:
        """What the seat can see: as sentences (`ansi`) or as a picture of what all can see (`svg`)."""
        if self.render_mode == "svg":
            return self._state().svg()
        return "\n".join(self._state().log(self.seat)) if self.render_mode == "ansi" else None
