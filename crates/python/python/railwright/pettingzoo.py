"""PettingZoo: every game as an AEC environment."""

from __future__ import annotations

from typing import Any, Optional, Union

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._railwright import Rules, State, load
from .rewards import Rewards, check_name

MODES = ["human", "ansi", "svg"]


def env(rules: Union[Rules, str], **given: Any) -> RailwrightEnv:
    """The environment of a game: see `RailwrightEnv`."""
    return RailwrightEnv(rules, **given)


class RailwrightEnv(AECEnv):  # type: ignore[misc]
    """A game as an environment in which one agent acts after the other. `player_0` sits at seat 0.

    An observation is a dict of `observation` and `action_mask`, as PettingZoo has it; `Rules.layout` and `Rules.action_name` say what they
    mean. An action is a word of the action space: where one word does not say all, the same agent is asked again.

    Where seats choose together and in secret, they are asked one after the other in turn order, from the first player on; none sees what
    those before it chose.

    `rewards`: `rank` (1 for beating all, -1 for being beaten by all, at the end), `margin` (points ahead of the best other, at the end) or
    `score` (the change of the score, secrets included).

    >>> from railwright.pettingzoo import env
    >>> game = env("ticket-to-ride")
    >>> game.reset(seed=1)
    >>> game.agent_selection in game.agents
    True
    """

    metadata = {"render_modes": MODES, "name": "railwright_v0", "is_parallelizable": False, "render_fps": 1}

    def __init__(
        self, rules: Union[Rules, str], *, rewards: str = "rank", render_mode: Optional[str] = None
    ) -> None:
        super().__init__()
        self.rules = load(rules) if isinstance(rules, str) else rules
        self.metadata = {**self.metadata, "name": f"{self.rules.id}_v0"}
        self.rewarding = check_name(rewards)
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"there is no render mode {render_mode!r}; there are {', '.join(MODES)}")
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(self.rules.players)]
        self.agents = list(self.possible_agents)
        size, words = self.rules.observation_size, self.rules.action_count
        bounds = np.finfo(np.float32)
        observation = spaces.Dict(
            {
                "observation": spaces.Box(bounds.min, bounds.max, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (words,), np.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(words) for agent in self.possible_agents}
        self._random = np.random.default_rng()
        self.state_of_game: Optional[State] = None

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        """Begins a game. The seed is that of the game; without one it is drawn."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        number = seed if seed is not None else int(self._random.integers(2**63))
        self.state_of_game = self.rules.start(number)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: self.state_of_game.is_over for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._totals = Rewards(self.rewarding, self.state_of_game)
        self.agent_selection = self.possible_agents[self.state_of_game.to_move or 0]

    def _state(self) -> State:
        if self.state_of_game is None:
            raise RuntimeError("reset the environment before anything else")
        return self.state_of_game

    def observe(self, agent: str) -> dict[str, Any]:
        state, seat = self._state(), self.possible_agents.index(agent)
        mask = state.mask() if state.to_move == seat else np.zeros(self.rules.action_count, np.int8)
        return {"observation": state.observe(seat), "action_mask": mask}

    def information_state(self, agent: str) -> str:
        """All that an agent has seen of the game, in sentences: an information state with perfect recall."""
        return "\n".join(self._state().log(self.possible_agents.index(agent)))

    def step(self, action: Optional[int]) -> None:
        """Says a word for the agent that is asked. One that its mask does not allow is an `IllegalActionError`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        state = self._state()
        if action is None:
            raise ValueError(f"{agent} must choose an action")
        done = state.say(int(action))
        self._cumulative_rewards[agent] = 0.0
        given = self._totals.after(state, done is not None)
        self.rewards = {name: given[seat] for seat, name in enumerate(self.possible_agents)}
        if state.to_move is None:
            self.terminations = {name: True for name in self.agents}
        else:
            self.agent_selection = self.possible_agents[state.to_move]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        """What all can see: as sentences, printed (`human`) or given back (`ansi`), or as a picture (`svg`)."""
        if self.render_mode is None:
            gymnasium.logger.warn("render_mode was not given: nothing is rendered")
            return None
        if self.render_mode == "svg":
            return self._state().svg()
        told = "\n".join(self._state().log())
        if self.render_mode == "ansi":
            return told
        print(told)
        return None

    def close(self) -> None:
        """Nothing is held open."""
