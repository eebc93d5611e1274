"""What seats are rewarded with, for environments of Python; `VectorEnv` does the same in Rust."""

from __future__ import annotations

from ._railwright import State

NAMES = ("margin", "rank", "score")


def check_name(name: str) -> str:
    """The name of rewards there are; anything else is an error that names them."""
    if name not in NAMES:
        raise ValueError(f"there are no rewards `{name}`; there are {', '.join(NAMES)}")
    return name


def at_end(name: str, totals: list[int], places: list[int]) -> list[float]:
    """What each seat gets at the end, for `margin` and `rank`.

    >>> at_end("margin", [10, 7, 3], [1, 2, 3])
    [3.0, -3.0, -7.0]
    >>> at_end("rank", [10, 7, 3], [1, 2, 3])
    [1.0, 0.0, -1.0]
    """
    seats = range(len(totals))
    others = [[other for other in seats if other != seat] for seat in seats]
    if name == "margin":
        return [float(totals[seat] - max((totals[o] for o in others[seat]), default=0)) for seat in seats]
    beaten = [sum((places[o] > places[s]) - (places[o] < places[s]) for o in others[s]) for s in seats]
    return [balance / max(len(totals) - 1, 1) for balance in beaten]


class Rewards:
    """What each seat gets after each action."""

    def __init__(self, name: str, state: State) -> None:
        self.name = name
        self.totals = state.totals if name == "score" else []

    def after(self, state: State, acted: bool) -> list[float]:
        """After a word, which made an action complete or not."""
        if self.name == "score" and acted:
            before, self.totals = self.totals, state.totals
            return [float(now - then) for now, then in zip(self.totals, before)]
        if self.name != "score" and state.is_over:
            return at_end(self.name, state.totals, state.places)
        return [0.0] * state.rules.players
