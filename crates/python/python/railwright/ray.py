"""Simulations over a Ray cluster: the same games as on one machine, in the same order, as an Arrow table.

A shard whose worker is lost is played again elsewhere; as its games come from their numbers alone, the table is the same.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence

import pyarrow as pa
import ray

from ._railwright import Rules
from .simulation import simulate as here


def _shard(rules: Rules, from_: int, to: int, seed: int, players: Sequence[Any], check: bool, rotate: bool) -> pa.Table:
    """The games of one shard, on the one core that Ray gave it."""
    part = here(rules, games=(from_, to), seed=seed, players=players, threads=1, check=check, rotate=rotate)
    return part.to_arrow()


def simulate(
    rules: Rules,
    *,
    games: int,
    seed: int = 0,
    players: Sequence[Any] = ("random",),
    shard: Optional[int] = None,
    check: bool = False,
    rotate: bool = False,
    retries: int = 3,
) -> pa.Table:
    """Plays many games on all cores of the cluster that `ray.init` joined; the table of `railwright.simulate(…).to_arrow()`.

    `shard` is how many games one task has; without it there are about eight tasks for each core, and at most 100,000 games in one. A task
    is played again up to `retries` times when its worker is lost. What a game or a player raises is raised here and not tried again.
    """
    if not ray.is_initialized():
        ray.init()
    cores = int(ray.cluster_resources().get("CPU", 1))
    size = shard or max(1, min(100_000, games // (8 * cores)))
    task = ray.remote(_shard).options(num_cpus=1, max_retries=retries)
    given = ray.put(rules)
    starts = range(0, games, size)
    futures = [task.remote(given, at, min(at + size, games), seed, list(players), check, rotate) for at in starts]
    return pa.concat_tables(ray.get(futures)) if futures else _shard(rules, 0, 0, seed, players, check, rotate)
