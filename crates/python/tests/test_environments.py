"""Environments for learners: PettingZoo, Gymnasium, OpenSpiel, many games at once."""

import pathlib
import pickle

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import railwright
from railwright.gym import SeatEnv
from railwright.pettingzoo import RailwrightEnv, env

GAMES = railwright.bundled_games()
ROOT = pathlib.Path(__file__).parents[3]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_passes_the_tests_of_pettingzoo(game):
    rules = railwright.load(game)
    api_test(env(rules), num_cycles=60, verbose_progress=False)
    seed_test(lambda: env(rules), num_cycles=40)
    render_test(lambda render_mode: env(rules, render_mode=render_mode), {"svg": lambda svg: svg.startswith("<svg")})


@pytest.mark.parametrize("game", ["ticket-to-ride", "skerry-lights"])
def test_on_one_axis_every_word_is_a_whole_action(game):
    rules = railwright.load(game, one_axis=True)
    api_test(env(rules), num_cycles=60, verbose_progress=False)
    state, rng = rules.start(2), np.random.default_rng(0)
    while state.to_move is not None and len(state.moves) < 60:
        legal = state.legal()
        numbers = [state.words_of(action)[0] for action in legal]
        assert sorted(numbers) == np.flatnonzero(state.mask()).tolist()
        number = int(rng.choice(numbers))
        assert state.say(number) == legal[numbers.index(number)]
    names = [rules.action_name(number) for number in range(rules.action_count)]
    assert len(set(names)) == len(names)
    many = railwright.VectorEnv(rules, 3, seed=2)
    many.reset()
    many.step(many.sample(rng))
    assert many.masks.shape == (3, rules.action_count)
    assert SeatEnv(rules, opponents=["random"]).action_space.n == rules.action_count
    assert pickle.loads(pickle.dumps(rules)) == rules != railwright.load(game)


def play(game, rng):
    given = {agent: 0.0 for agent in game.agents}
    for agent in game.agent_iter():
        observation, reward, over, _, _ = game.last()
        given[agent] += reward
        game.step(None if over else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return given


@pytest.mark.parametrize("rewards", ["rank", "margin", "score"])
def test_rewards_are_those_that_were_chosen_and_none_is_lost(rewards):
    game = RailwrightEnv("ticket-to-ride", rewards=rewards)
    game.reset(seed=3)
    state = game.state_of_game
    start = state.totals
    given = list(play(game, np.random.default_rng(1)).values())
    a, b = state.totals
    margin = {"rank": [np.sign(a - b), np.sign(b - a)], "margin": [a - b, b - a], "score": [a - start[0], b - start[1]]}
    assert given == margin[rewards]


def test_an_environment_under_way_pickles_and_goes_on_alike():
    game = env("spike")
    game.reset(seed=5)
    rng = np.random.default_rng(0)
    for _ in range(25):
        game.step(int(rng.choice(np.flatnonzero(game.last()[0]["action_mask"]))))
    other = pickle.loads(pickle.dumps(game))
    assert play(game, np.random.default_rng(7)) == play(other, np.random.default_rng(7))


def test_whoever_is_asked_second_in_secret_does_not_see_what_the_first_chose():
    seen = []
    for choice in (0, 1):
        game = env("ticket-to-ride")
        game.reset(seed=1)
        first = game.agent_selection
        words = np.flatnonzero(game.observe(first)["action_mask"])
        game.step(int(words[choice]))
        second = game.agent_selection
        assert second != first
        seen.append((game.observe(second)["observation"].tolist(), game.information_state(second)))
    assert seen[0] == seen[1]


def test_wrong_words_are_errors_and_wrong_names_say_what_there_is():
    game = env("ticket-to-ride")
    game.reset(seed=1)
    illegal = int(np.flatnonzero(game.observe(game.agent_selection)["action_mask"] == 0)[0])
    with pytest.raises(railwright.IllegalActionError, match="mask"):
        game.step(illegal)
    with pytest.raises(ValueError, match="margin, rank, score"):
        env("ticket-to-ride", rewards="points")
    with pytest.raises(ValueError, match="margin, rank, score"):
        railwright.VectorEnv("ticket-to-ride", 2, rewards="points")
    with pytest.raises(ValueError, match="ansi"):
        env("ticket-to-ride", render_mode="rgb")


def test_one_seat_against_our_bots_is_an_environment_of_gymnasium():
    class Legal(SeatEnv):
        """The checker steps at random, without a look at the mask: here any word means the next one that is legal."""

        def step(self, action):
            legal = np.flatnonzero(self.action_masks())
            return super().step(int(legal[np.searchsorted(legal, action) % len(legal)])) if len(legal) else super().step(action)

    check_env(Legal("ticket-to-ride", opponents=["random"]), skip_render_check=False)
    game, rng = SeatEnv("spike", opponents=["random"], rewards="margin"), np.random.default_rng(0)
    observation, info = game.reset(seed=4)
    over, given = False, 0.0
    while not over:
        observation, reward, over, _, info = game.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        given += reward
    totals = game.game.totals
    assert given == totals[game.seat] - totals[1 - game.seat]
    again, _ = game.reset(seed=4)
    assert (again == SeatEnv("spike", opponents=["random"]).reset(seed=4)[0]).all()


def test_many_games_at_once_are_the_games_that_one_after_the_other_are():
    rules = railwright.load("ticket-to-ride")
    many = railwright.VectorEnv(rules, 5, seed=9, threads=2)
    single = railwright.VectorEnv(rules, 5, seed=9, threads=1)
    rng = np.random.default_rng(0)
    many.reset()
    single.reset()
    ended = 0
    for _ in range(600):
        words = many.sample(rng)
        assert many.masks[np.arange(5), words].all()
        many.step(words)
        single.step(words)
        assert (many.observations == single.observations).all() and (many.masks == single.masks).all()
        assert (many.rewards == single.rewards).all() and (many.seats == single.seats).all()
        assert (many.rewards.sum(axis=1) == 0).all()
        ended += int(many.ended.sum())
    assert ended >= 5
    words = many.sample(rng)
    wrong = words.copy()
    wrong[3] = np.flatnonzero(~many.masks[3])[0]
    with pytest.raises(railwright.IllegalActionError, match="environment 3"):
        many.step(wrong)
    with pytest.raises(ValueError, match="4 actions for 5"):
        many.step(words[:4])
    many.step(many.sample(rng))


def test_rust_and_python_observe_alike():
    rules = railwright.load("northern-lights")
    many, rng = railwright.VectorEnv(rules, 1, seed=2), np.random.default_rng(3)
    many.reset()
    simulated = railwright.simulate(rules, games=1, seed=2)
    state = rules.start(int(simulated.game_seed[0]))
    for _ in range(50):
        assert (many.observations[0] == state.observe(state.to_move)).all()
        assert (many.masks[0] == state.mask()).all() and many.seats[0] == state.to_move
        words = many.sample(rng)
        many.step(words)
        state.say(int(words[0]))


def test_openspiel_accepts_games_by_its_own_tests():
    pyspiel = pytest.importorskip("pyspiel")
    import railwright.openspiel  # noqa: F401

    # A small game: OpenSpiel writes and reads the whole game after every action.
    game = str(ROOT / "docs" / "tutorial" / "step-5" / "skerry.toml")
    made = pyspiel.load_game("railwright", {"game": game, "players": 2, "seeds": 10})
    pyspiel.random_sim_test(made, num_sims=1, serialize=True, verbose=False)
    state = made.new_initial_state()
    state.apply_action(3)
    observer = made.make_py_observer()
    observer.set_from(state, 0)
    assert (observer.tensor == state.state.observe(0)).all()
    recalling = made.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    assert recalling.string_from(state, 0) != recalling.string_from(state, 1)
