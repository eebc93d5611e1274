"""Games between players, ours by their names or objects of Python."""

from __future__ import annotations

from typing import Any, Optional, Protocol, Sequence, Union, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ._railwright import Action, BotError, Rules, State


class Decision:
    """What a player is asked: what its seat may see and do, and nothing else."""

    __slots__ = ("_state", "seat")

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self.seat = seat

    @property
    def rules(self) -> Rules:
        """The rules, which everybody knows."""
        return self._state.rules

    @property
    def legal(self) -> list[Action]:
        """What the seat may do."""
        return self._state.legal(self.seat)

    def view(self) -> dict[str, Any]:
        """What the seat sees, by the names of the game's files."""
        return self._state.view(self.seat)

    def log(self) -> list[str]:
        """What the seat saw so far, in sentences."""
        return self._state.log(self.seat)

    def observation(self) -> NDArray[np.float32]:
        """What the seat sees, as numbers."""
        return self._state.observe(self.seat)

    def mask(self) -> NDArray[np.int8]:
        """Which words of the action space can be said."""
        return self._state.mask()


@runtime_checkable
class Player(Protocol):
    """An object that plays: it answers with an action, its notation, or a word of the action space (a number)."""

    def choose(self, decision: Decision) -> Union[Action, str, int]: ...


def play(
    rules: Rules, players: Sequence[Union[str, Player]], *, seed: int = 0, state: Optional[State] = None
) -> State:
    """Plays a game to its end, or goes on with `state`; what came of it.

    One player for each seat, or fewer, the last of which takes all further seats. Bots are named as in the program.

    >>> import railwright
    >>> class First:
    ...     def choose(self, decision):
    ...         return decision.legal[0]
    >>> railwright.play(railwright.load("spike"), [First(), "greedy"], seed=3).is_over
    True
    """
    if not 1 <= len(players) <= rules.players:
        raise BotError(f"{len(players)} players for {rules.players} seats")
    state = rules.start(seed) if state is None else state
    while state.to_move is not None:
        seat = state.to_move
        player = players[min(seat, len(players) - 1)]
        if isinstance(player, str):
            state.apply(state.ask(player))
            continue
        answer = player.choose(Decision(state, seat))
        if isinstance(answer, (int, np.integer)):
            state.say(int(answer))
        else:
            state.apply(answer, seat)
    return state
