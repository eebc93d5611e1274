"""How strong players are, and results as tables."""

import math
import sqlite3

import numpy as np
import pytest

import railwright
from railwright.evaluation import Sprt, bradley_terry, identity, ladder, paired, sprt, wilson

RULES = railwright.load("ticket-to-ride")


def test_pairs_of_alike_players_are_even_in_every_pair():
    class Last:
        def choose(self, request):
            return len(request.legal) - 1

    result = paired(RULES, Last, Last, pairs=4)
    assert result.share == 0.5 and (result.won == 0.5).all() and result.margin == 0


def test_intervals_are_those_of_wilson():
    # Newcombe (1998), table I: 81 of 263, and 0 of 20.
    assert [round(x, 4) for x in wilson(81, 263)[1:]] == [0.2553, 0.3662]
    assert [round(x, 4) for x in wilson(0, 20)[1:]] == [0.0, 0.1611]


def test_a_ladder_finds_the_strengths_that_made_the_results():
    true = {"a": 200.0, "b": 0.0, "c": -200.0}
    chance = lambda x, y: 1 / (1 + 10 ** ((true[y] - true[x]) / 400))
    won = {(x, y): 1000 * chance(x, y) for x in true for y in true if x != y}
    found = bradley_terry(won, prior=0)
    assert all(math.isclose(found[name], true[name], abs_tol=0.01) for name in true)
    order = ladder(RULES, ["random", "greedy"], pairs=5)
    assert list(order) == ["greedy", "random"] and math.isfinite(order["greedy"])


def test_a_sequential_test_is_wrong_as_seldom_as_it_says():
    import random

    rng, wrong, games = random.Random(1), 0, 0
    for _ in range(400):
        test = Sprt(0.5, 0.6)
        while test.verdict is None:
            test.add(float(rng.random() < 0.5))
        wrong += test.verdict == "p1"
        games += test.games
    assert wrong <= 30 and 60 < games / 400 < 400
    assert sprt(RULES, "random", "greedy", batch=20).verdict == "p0"


def test_a_player_of_simulate_sees_and_says_what_one_of_play_does():
    """It is asked in words, too: the same arrays, the same game."""
    seen = {"simulate": [], "play": []}

    class Simulated:
        def choose(self, request):
            while True:
                seen["simulate"].append((request.seat, request.observation().tobytes(), request.mask().tobytes()))
                text = request.say(int(np.flatnonzero(request.mask())[-1]))
                if text is not None:
                    return text

    class Played:
        def choose(self, decision):
            seen["play"].append((decision.seat, decision.observation().tobytes(), decision.mask().tobytes()))
            return int(np.flatnonzero(decision.mask())[-1])

    for game in ["ticket-to-ride", "skerry-lights"]:
        rules = railwright.load(game)
        simulated = railwright.simulate(rules, games=1, seed=3, players=[Simulated])
        state = railwright.play(rules, [Played()], seed=int(simulated.game_seed[0]))
        assert state.fingerprint == simulated.hash[0]
        assert seen["simulate"] == seen["play"] and len(seen["play"]) > 30

    class Wrong:
        def choose(self, request):
            return request.say(int(np.flatnonzero(request.mask() == 0)[0]))

    with pytest.raises(railwright.IllegalActionError, match="mask"):
        railwright.simulate(RULES, games=1, players=[Wrong])


def test_a_bot_is_known_by_its_choices():
    class Last:
        def choose(self, decision):
            return decision.legal[-1]

    class Same(Last):
        pass

    assert identity(RULES, Last(), positions=6) == identity(RULES, Same(), positions=6)
    assert identity(RULES, Last(), positions=6) != identity(RULES, "greedy", positions=6)


def test_tables_have_every_game_with_the_hash_of_its_end(tmp_path):
    import pyarrow.parquet as parquet

    simulated = railwright.simulate(RULES, games=6, players=["greedy", "random"])
    table = simulated.to_arrow()
    assert table.num_rows == 6 and table["s1_score"].to_pylist() == simulated.totals[:, 0].tolist()
    # Nothing was copied: the column lies where numpy has it.
    assert table["hash"].chunk(0).buffers()[1].address == simulated.hash.ctypes.data
    simulated.write_parquet(str(tmp_path / "games.parquet"))
    assert parquet.read_table(tmp_path / "games.parquet").equals(table)
    simulated.write_sqlite(str(tmp_path / "games.sqlite"))
    with sqlite3.connect(tmp_path / "games.sqlite") as database:
        rows = database.execute("SELECT hash, s2_score FROM games ORDER BY game").fetchall()
    assert rows == [(f"{h:016x}", int(t)) for h, t in zip(simulated.hash, simulated.totals[:, 1])]
    with pytest.raises(ValueError):
        simulated.write_sqlite(str(tmp_path / "games.sqlite"), table="a; DROP TABLE games")
