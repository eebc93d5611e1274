"""OpenSpiel: every game as a game of `pyspiel`, registered as `railwright` when this module is imported.

A game is named by its parameters: `railwright(game=ticket-to-ride,players=2,seeds=1000)`. The first node is chance, which draws one of
`seeds` deals; all that is shuffled later follows from it, so a tree search that looks behind a chance node sees the cards of that deal.
Where seats choose together and in secret, they are asked one after the other in turn order; none sees what those before it chose.
Returns are the ranks of `VectorEnv`: 1 for beating all, -1 for being beaten by all; they add up to 0.
"""

from __future__ import annotations

from typing import Any, Optional

import numpy as np
import pyspiel

from ._railwright import Rules, State, load
from .rewards import at_end

_PARAMETERS = {"game": "ticket-to-ride", "players": 2, "seeds": 1000}

GAME_TYPE = pyspiel.GameType(
    short_name="railwright",
    long_name="A game of Railwright",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=1,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_PARAMETERS,
)

# A random game of the longest bundled game has fewer words than this.
_LONGEST = 100_000


class RailwrightGame(pyspiel.Game):  # type: ignore[misc]
    """A game by its rules; made by `pyspiel.load_game`."""

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        given = {**_PARAMETERS, **(params or {})}
        self.rules: Rules = load(given["game"], players=given["players"])
        self.seeds: int = given["seeds"]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count,
            max_chance_outcomes=self.seeds,
            num_players=self.rules.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(GAME_TYPE, info, given)

    def new_initial_state(self) -> RailwrightState:
        return RailwrightState(self)

    def make_py_observer(
        self, iig_obs_type: Optional[pyspiel.IIGObservationType] = None, params: Optional[dict[str, Any]] = None
    ) -> RailwrightObserver:
        return RailwrightObserver(self.rules, iig_obs_type, params)


class RailwrightState(pyspiel.State):  # type: ignore[misc]
    """A game under way, or chance about to deal."""

    def __init__(self, game: RailwrightGame) -> None:
        super().__init__(game)
        self._rules, self._seeds = game.rules, game.seeds
        self.state: Optional[State] = None

    def current_player(self) -> int:
        if self.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.state.to_move
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        if self.state is None or self.state.to_move != player:
            return []
        return [int(word) for word in np.flatnonzero(self.state.mask())]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(seed, 1.0 / self._seeds) for seed in range(self._seeds)]

    def _apply_action(self, action: int) -> None:
        if self.state is None:
            self.state = self._rules.start(action)
        else:
            self.state.say(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == pyspiel.PlayerId.CHANCE else self._rules.action_name(action)

    def is_terminal(self) -> bool:
        return self.state is not None and self.state.to_move is None

    def returns(self) -> list[float]:
        if self.state is None or not self.is_terminal():
            return [0.0] * self._rules.players
        return at_end("rank", self.state.totals, self.state.places)

    def __str__(self) -> str:
        return "chance deals" if self.state is None else "\n".join(self.state.log())


class RailwrightObserver:
    """What a seat sees: the tensor of `Rules.layout`, or all it can remember as sentences where perfect recall is asked for."""

    def __init__(
        self, rules: Rules, iig_obs_type: Optional[pyspiel.IIGObservationType], params: Optional[dict[str, Any]]
    ) -> None:
        if params:
            raise ValueError(f"observers take no parameters: {params}")
        self._recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor: Optional[np.ndarray[Any, Any]] = None if self._recall else np.zeros(rules.observation_size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: RailwrightState, player: int) -> None:
        if self.tensor is None:
            return
        if state.state is None:
            self.tensor.fill(0)
        else:
            state.state.observe(player, self.tensor)

    def string_from(self, state: RailwrightState, player: int) -> str:
        if state.state is None:
            return "chance deals"
        if self._recall:
            said = ", ".join(state.state.rules.action_name(word) for word in state.state.said)
            told = "\n".join(state.state.log(player))
            return f"{told}\n{said}" if state.state.to_move == player else told
        return str(state.state.view(player))


pyspiel.register_game(GAME_TYPE, RailwrightGame)
