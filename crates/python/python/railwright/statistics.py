"""Figures for comparing players: Wilson intervals, a Bradley–Terry ladder, sequential tests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Mapping, Sequence


def wilson(won: float, games: int, z: float = 1.959963984540054) -> tuple[float, float, float]:
    """A share with its interval after Wilson, 95 % unless `z` says otherwise; `won` may count halves.

    >>> [round(x, 3) for x in wilson(8, 10)]
    [0.8, 0.49, 0.943]
    """
    if games == 0:
        return (math.nan, 0.0, 1.0)
    share = won / games
    shrunk = 1 + z * z / games
    centre = (share + z * z / (2 * games)) / shrunk
    half = z / shrunk * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (share, max(0.0, centre - half), min(1.0, centre + half))


def bradley_terry(
    won: Mapping[tuple[str, str], float], *, prior: float = 0.5, rounds: int = 10_000, tolerance: float = 1e-10
) -> dict[str, float]:
    """The strength of each of a pool of players, in Elo points around 0: `won[a, b]` is how many games a won against b.

    Half a game drawn for each pair that met (`prior`) keeps whoever won or lost all of them within bounds.

    >>> ladder = bradley_terry({("a", "b"): 75, ("b", "a"): 25}, prior=0)
    >>> round(ladder["a"] - ladder["b"])
    191
    """
    names = sorted({name for pair in won for name in pair})
    met = {tuple(sorted(pair)) for pair in won if pair[0] != pair[1]}
    points: dict[tuple[str, str], float] = {}
    for a, b in met:
        for one, other in ((a, b), (b, a)):
            points[one, other] = won.get((one, other), 0.0) + prior / 2
    strength = {name: 1.0 for name in names}
    for _ in range(rounds):
        new = {}
        for name in names:
            sum_won, weight = 0.0, 0.0
            for (one, other), n in points.items():
                if one == name:
                    sum_won += n
                    weight += (n + points[other, one]) / (strength[one] + strength[other])
            new[name] = sum_won / weight if weight else 1.0
        mean = math.exp(sum(math.log(max(s, 1e-300)) for s in new.values()) / len(new))
        new = {name: s / mean for name, s in new.items()}
        moved = max(abs(new[name] - strength[name]) for name in names)
        strength = new
        if moved < tolerance:
            break
    return {name: 400 * math.log10(max(strength[name], 1e-300)) for name in names}


@dataclass
class Sprt:
    """A sequential test after Wald: is the share of wins at most `p0`, or at least `p1`? It stops when that is known.

    >>> test = Sprt(0.5, 0.6)
    >>> while test.verdict is None:
    ...     test.add(1.0)
    >>> test.verdict, test.games
    ('p1', 17)
    """

    p0: float
    p1: float
    alpha: float = 0.05
    beta: float = 0.05
    games: int = 0
    llr: float = 0.0

    def add(self, won: float) -> None:
        """Takes in a game: 1 for a win, 0 for a loss, or a share between."""
        self.games += 1
        self.llr += won * math.log(self.p1 / self.p0) + (1 - won) * math.log((1 - self.p1) / (1 - self.p0))

    def add_all(self, won: Sequence[float]) -> None:
        """Takes in games one after the other, until it is known."""
        for one in won:
            if self.verdict is not None:
                return
            self.add(one)

    @property
    def verdict(self) -> str | None:
        """`p1` or `p0` once it is known, None before."""
        if self.llr >= math.log((1 - self.beta) / self.alpha):
            return "p1"
        if self.llr <= math.log(self.beta / (1 - self.alpha)):
            return "p0"
        return None
