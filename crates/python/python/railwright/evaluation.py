"""How strong a player is: the same seeds from both seats, ladders, tests that stop when it is known, and who a bot is."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

import numpy as np
from numpy.typing import NDArray

from ._railwright import BotError, Rules
from .play import Decision
from .simulation import named, simulate
from .statistics import Sprt, bradley_terry, wilson

__all__ = ["Paired", "Sprt", "bradley_terry", "identity", "ladder", "paired", "sprt", "wilson"]


@dataclass(frozen=True)
class Paired:
    """What came of pairs of games: each seed is played twice, the two players having changed seats.

    `share` of the first player with its interval `low` to `high` after Wilson over single games; `pair_low` to `pair_high` is the 95 %
    interval of the mean over pairs, narrower where a seed decides more than who plays. `won` has the share of each pair.
    """

    games: int
    share: float
    low: float
    high: float
    pair_low: float
    pair_high: float
    margin: float
    won: NDArray[np.float64]


def _shares(rules: Rules, a: Any, b: Any, pairs: tuple[int, int], seed: int, threads: Optional[int]) -> tuple[Any, Any]:
    if rules.players != 2:
        raise BotError(f"pairs are for two seats, and {rules.id} was loaded for {rules.players}")
    there = simulate(rules, games=pairs, seed=seed, players=[a, b], threads=threads)
    back = simulate(rules, games=pairs, seed=seed, players=[b, a], threads=threads)
    won = (there.wins()[:, 0] + back.wins()[:, 1]) / 2
    ahead = (there.totals[:, 0] - there.totals[:, 1] + back.totals[:, 1] - back.totals[:, 0]) / 2
    return won, ahead


def paired(rules: Rules, a: Any, b: Any, *, pairs: int = 500, seed: int = 0, threads: Optional[int] = None) -> Paired:
    """Plays `pairs` seeds twice, the seats exchanged, so that neither seat nor cards favour anybody.

    >>> import railwright
    >>> from railwright.evaluation import paired
    >>> result = paired(railwright.load("ticket-to-ride"), "greedy", "random", pairs=20)
    >>> result.games, result.share > 0.9
    (40, True)
    """
    won, ahead = _shares(rules, a, b, (0, pairs), seed, threads)
    share, low, high = wilson(float(won.sum() * 2), 2 * pairs)
    half = 1.959963984540054 * float(won.std(ddof=1)) / math.sqrt(pairs) if pairs > 1 else math.inf
    return Paired(2 * pairs, share, low, high, share - half, share + half, float(ahead.mean()), won)


def sprt(
    rules: Rules,
    a: Any,
    b: Any,
    *,
    p0: float = 0.5,
    p1: float = 0.55,
    alpha: float = 0.05,
    beta: float = 0.05,
    most: int = 100_000,
    batch: int = 100,
    seed: int = 0,
    threads: Optional[int] = None,
) -> Sprt:
    """Plays pairs of games until it is known whether a wins at most `p0` or at least `p1` of them, or `most` games are played.

    >>> import railwright
    >>> from railwright.evaluation import sprt
    >>> sprt(railwright.load("ticket-to-ride"), "greedy", "random", batch=20).verdict
    'p1'
    """
    test, pairs = Sprt(p0, p1, alpha, beta), 0
    while test.verdict is None and test.games < most:
        won, _ = _shares(rules, a, b, (pairs, pairs + batch), seed, threads)
        pairs += batch
        # A pair counts as two games of its mean share.
        test.add_all([float(share) for share in np.repeat(won, 2)])
    return test


def ladder(
    rules: Rules, pool: Mapping[str, Any] | Sequence[str], *, pairs: int = 100, seed: int = 0, threads: Optional[int] = None
) -> dict[str, float]:
    """Everybody of a pool against everybody, in pairs of games; the strengths in Elo points, the best first."""
    players = dict(pool) if isinstance(pool, Mapping) else {named(one): one for one in pool}
    names, won = list(players), {}
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            share = paired(rules, players[a], players[b], pairs=pairs, seed=seed, threads=threads).share
            won[a, b], won[b, a] = share * 2 * pairs, (1 - share) * 2 * pairs
    strengths = bradley_terry(won)
    return dict(sorted(strengths.items(), key=lambda one: -one[1]))


def identity(rules: Rules, player: Any, *, positions: int = 64, seed: int = 0) -> str:
    """Who a bot is: a hash of what it chooses in frozen positions, which come from random games by the seed. Two versions of a bot that
    choose alike there have one identity; it says nothing about where they were not asked.

    >>> import railwright
    >>> from railwright.evaluation import identity
    >>> rules = railwright.load("ticket-to-ride")
    >>> identity(rules, "greedy", positions=4) == identity(rules, "greedy", positions=4)
    True
    """
    digest = hashlib.sha256(f"{rules.fingerprint} {seed} {positions}".encode())
    asked, game = 0, 0
    while asked < positions:
        state, number = rules.start(seed + game), 0
        game += 1
        while state.to_move is not None and asked < positions:
            if number % 17 == 0 and len(state.legal()) > 1:
                answer = state.ask(player) if isinstance(player, str) else player.choose(Decision(state, state.to_move))
                digest.update(f"{state.fingerprint:016x} {answer}\n".encode())
                asked += 1
            state.apply(state.ask("random"))
            number += 1
    return digest.hexdigest()[:16]
