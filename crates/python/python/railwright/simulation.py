"""Many games between bots, and what came of them."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Optional, Sequence, Union

import numpy as np
from numpy.typing import NDArray

from ._railwright import RailwrightError, Rules, _simulate
from .statistics import wilson


@dataclass
class Simulated:
    """What came of many games: a column for each thing, a row for each game, in the order of the games.

    `first` is the first player; `totals` and `places` have a number for each seat, 1 being the place of whoever won; `hash` is the
    fingerprint of the final state, the same on every machine.
    """

    rules: Rules
    seed: int
    players: tuple[str, ...]
    game: NDArray[np.uint64]
    game_seed: NDArray[np.uint64]
    first: NDArray[np.uint8]
    turns: NDArray[np.uint32]
    actions: NDArray[np.uint32]
    ending: NDArray[np.uint8]
    endings: list[str]
    hash: NDArray[np.uint64]
    totals: NDArray[np.int64]
    places: NDArray[np.uint8]
    seconds: float = field(compare=False, default=0.0)

    def __len__(self) -> int:
        return len(self.game)

    def wins(self) -> NDArray[np.float64]:
        """For each game and seat the share of the win: one half each where two win together."""
        won = self.places == 1
        shares: NDArray[np.float64] = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        return shares

    def share(self, seat: int) -> tuple[float, float, float]:
        """The share of games that a seat won, with its 95 % interval after Wilson."""
        return wilson(float(self.wins()[:, seat].sum()), len(self))

    def to_arrow(self) -> Any:
        """An Arrow table that polars, pandas and DuckDB read without copying. Needs pyarrow."""
        import pyarrow as pa

        columns: dict[str, Any] = {
            "game": self.game,
            "seed": self.game_seed,
            "first": self.first,
            "turns": self.turns,
            "actions": self.actions,
            "ending": pa.DictionaryArray.from_arrays(pa.array(self.ending.view(np.int8)), self.endings),
            "hash": self.hash,
        }
        # One column lies behind the other, so that each can be handed over as it is.
        totals, places = np.asfortranarray(self.totals), np.asfortranarray(self.places)
        for seat in range(self.rules.players):
            columns[f"s{seat + 1}_score"] = totals[:, seat]
            columns[f"s{seat + 1}_place"] = places[:, seat]
        about = {
            "railwright.game": self.rules.id,
            "railwright.rules": self.rules.fingerprint,
            "railwright.seed": str(self.seed),
            "railwright.players": " ".join(self.players),
        }
        return pa.table(columns).replace_schema_metadata(about)

    def write_parquet(self, path: str) -> None:
        """Writes the table to a Parquet file. Needs pyarrow."""
        import pyarrow.parquet as pq

        pq.write_table(self.to_arrow(), path)

    def write_sqlite(self, path: str, table: str = "games") -> None:
        """Adds the games to a table of an SQLite database; hashes and seeds are text, for SQLite has no unsigned 64 bits."""
        import sqlite3

        if not table.isidentifier():
            raise ValueError(f"{table!r} cannot be the name of a table")
        seats = range(self.rules.players)
        scores = ", ".join(f"s{seat + 1}_score INTEGER, s{seat + 1}_place INTEGER" for seat in seats)
        marks = ", ".join("?" * (8 + 2 * len(seats)))
        rows = []
        for i in range(len(self)):
            both = [int(n) for seat in seats for n in (self.totals[i, seat], self.places[i, seat])]
            start = (self.rules.fingerprint, int(self.game[i]), str(self.game_seed[i]), " ".join(self.players))
            end = (int(self.turns[i]), int(self.actions[i]), self.endings[self.ending[i]], f"{self.hash[i]:016x}")
            rows.append((*start, *end, *both))
        with sqlite3.connect(path) as database:
            database.execute(
                f"CREATE TABLE IF NOT EXISTS {table} (rules TEXT, game INTEGER, seed TEXT, players TEXT, turns INTEGER, "
                f"actions INTEGER, ending TEXT, hash TEXT, {scores})"
            )
            database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        database.close()


def named(player: Any) -> str:
    """What a player is called in tables: a bot by its name, an object by its class."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))


def from_columns(rules: Rules, seed: int, players: Sequence[Any], columns: dict[str, Any]) -> Simulated:
    """The rows of games as they come from Rust."""
    if columns["failed"]:
        told = "; ".join(f"game {game} (seed {one}): {why}" for game, one, why in columns["failures"])
        raise RailwrightError(f"{columns['failed']} games failed: {told}")
    seats = rules.players
    return Simulated(
        rules=rules,
        seed=seed,
        players=tuple(named(players[min(seat, len(players) - 1)]) for seat in range(seats)),
        game=columns["game"],
        game_seed=columns["seed"],
        first=columns["first"],
        turns=columns["turns"],
        actions=columns["actions"],
        ending=columns["ending"],
        endings=columns["endings"],
        hash=columns["hash"],
        totals=columns["totals"].reshape(-1, seats),
        places=columns["places"].reshape(-1, seats),
        seconds=columns["seconds"],
    )


def simulate(
    rules: Rules,
    *,
    games: Union[int, tuple[int, int]] = 1000,
    seed: int = 0,
    players: Sequence[Any] = ("random",),
    threads: Optional[int] = None,
    check: bool = False,
    rotate: bool = False,
) -> Simulated:
    """Plays many games, or those of a range of them: the same games come out whatever the number of threads.

    A player is the name of a bot (`greedy`, `search:500`, `persona:ID`), an object with `choose(request)`, or a class or function that makes
    one for each seat and thread. `request` has `seat`, `legal`, `view()` and `events()`; the answer is a position in `legal` or one of its
    texts. With `rotate` the bots move on by a seat with every game.

    >>> import railwright
    >>> rules = railwright.load("ticket-to-ride")
    >>> simulated = railwright.simulate(rules, games=20, players=["greedy", "random"])
    >>> simulated.share(0)[0] > 0.9
    True
    """
    from_, to = (0, games) if isinstance(games, int) else games
    # Objects of Python hold the interpreter's lock by turns: more threads would only wait for it.
    own = any(not isinstance(player, str) for player in players)
    count = threads or (1 if own else os.cpu_count() or 1)
    columns = _simulate(rules, from_, to, seed, list(players), count, check, rotate)
    return from_columns(rules, seed, players, columns)
