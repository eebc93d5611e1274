"""Many games at once in arrays of numpy that Rust writes."""

from __future__ import annotations

import os
from typing import Optional, Union

import numpy as np
from numpy.typing import NDArray

from ._railwright import Rules, load


class VectorEnv:
    """Many games by the same rules, stepped together. A game that is over begins anew at once.

    After `reset` and every `step` the arrays of this object hold what came of it; they are the same arrays each time, written in place:
    copy what you want to keep.

    - `observations`: float32, one row a game: what the seat that is asked sees. None if `observe` is False.
    - `masks`: bool, one row a game: which words of the action space may be said.
    - `seats`: int32: which seat is asked.
    - `rewards`: float32, one row a game, one number for each seat: for the last step.
    - `ended`: bool: whether a game came to its end in the last step. What else is shown then is of the game after it.
    - `scores`: float32, like `rewards`: the final scores where a game came to its end, 0 elsewhere.

    >>> import numpy as np, railwright
    >>> env = railwright.VectorEnv("ticket-to-ride", 3, seed=1)
    >>> env.reset()
    >>> env.step(env.sample(np.random.default_rng(0)))
    >>> env.masks.shape == (3, env.rules.action_count)
    True
    """

    observations: Optional[NDArray[np.float32]]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int32]
    rewards: NDArray[np.float32]
    ended: NDArray[np.bool_]
    scores: NDArray[np.float32]

    def __init__(
        self,
        rules: Union[Rules, str],
        games: int,
        *,
        seed: int = 0,
        rewards: str = "rank",
        threads: Optional[int] = None,
        observe: bool = True,
    ) -> None:
        self.rules = load(rules) if isinstance(rules, str) else rules
        self.games = games
        players = self.rules.players
        self._batch = self.rules._batch(games, seed, rewards, threads or os.cpu_count() or 1)
        self.observations = np.zeros((games, self.rules.observation_size), np.float32) if observe else None
        masks = np.zeros((games, self.rules.action_count), np.uint8)
        ended = np.zeros(games, np.uint8)
        self.masks = masks.view(np.bool_)
        self.seats = np.zeros(games, np.int32)
        self.rewards = np.zeros((games, players), np.float32)
        self.ended = ended.view(np.bool_)
        self.scores = np.zeros((games, players), np.float32)
        self._arrays = (
            None if self.observations is None else self.observations.reshape(-1),
            masks.reshape(-1),
            self.seats,
            self.rewards.reshape(-1),
            ended,
            self.scores.reshape(-1),
        )

    def reset(self, seed: Optional[int] = None) -> None:
        """Begins all games anew, from another seed if one is given."""
        self._batch.reset(seed, self._arrays)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Says a word in each game. One that its mask does not allow is an `IllegalActionError` that names its game; no game goes on then."""
        self._batch.step(np.ascontiguousarray(actions, np.int64), self._arrays)

    def sample(self, rng: np.random.Generator) -> NDArray[np.int64]:
        """A word for each game, uniformly among those that may be said."""
        keys = rng.random(self.masks.shape, np.float32)
        keys *= self.masks
        # A key of 0 would be as good as a word that may not be said.
        keys += self.masks
        chosen: NDArray[np.int64] = keys.argmax(axis=1)
        return chosen
