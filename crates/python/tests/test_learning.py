"""The policy of `docs/learning`: its gradients, that a seed gives the same policy again, and that what is kept is as strong as it says."""

import json
import pathlib
import sys

import numpy as np
import pytest

import railwright

FOLDER = pathlib.Path(__file__).parents[3] / "docs" / "learning"
sys.path.insert(0, str(FOLDER))

import learn  # noqa: E402
from features import Features  # noqa: E402
from policy import Policy  # noqa: E402


@pytest.fixture(scope="module")
def rules():
    return railwright.load("skerry-lights", players=2)


def train(rules, rounds, monkeypatch, seed=1):
    monkeypatch.setattr(learn, "GAMES", 32)
    monkeypatch.setattr(learn, "STEPS", 16)
    return learn.train(rules, seed, rounds, lambda *_: None).weights


def test_the_same_seed_gives_the_same_policy(rules, monkeypatch):
    one, two = (train(rules, 3, monkeypatch) for _ in range(2))
    other = train(rules, 3, monkeypatch, seed=2)
    assert all((one[name] == two[name]).all() for name in one)
    assert any((one[name] != other[name]).any() for name in one)


def test_gradients_are_what_small_differences_say():
    rng = np.random.default_rng(0)
    position, about = rng.standard_normal((3, 4)), rng.standard_normal((7, 5))
    rows, chosen = np.array([0, 0, 1, 1, 1, 2, 2]), np.array([1, 3, 5])
    policy = Policy(4, 5, hidden=6, seed=1)
    policy.weights = {name: w.astype(np.float64) for name, w in policy.weights.items()}
    before = policy.words(position, rows, about)[0][chosen] + np.array([0.05, -0.05, 0.0])
    advantage, target = np.array([1.0, -0.5, 0.7]), np.array([0.3, -0.2, 0.5])

    def loss():
        logs = policy.words(position, rows, about)[0]
        ratio = np.exp(logs[chosen] - before)
        gain = np.minimum(ratio * advantage, np.clip(ratio, 0.8, 1.2) * advantage).mean()
        entropy = -(np.exp(logs) * logs).sum() / 3
        return -gain - 0.01 * entropy + 0.5 * ((policy.value(position)[0] - target) ** 2).mean()

    gradients, _ = policy.gradients((position, rows, about, chosen, before, advantage, target), 0.2, 0.01)
    for name, weights in policy.weights.items():
        for at in np.ndindex(weights.shape):
            kept = weights[at]
            weights[at] = kept + 1e-6
            more = loss()
            weights[at] = kept - 1e-6
            less = loss()
            weights[at] = kept
            assert abs((more - less) / 2e-6 - gradients[name][at]) < 1e-6, (name, at)


def test_what_is_still_missing_is_what_the_rules_say(rules):
    """An errand is complete in the features exactly when it is complete in the game."""
    from features import Position

    features, env, rng, seen = Features(rules), railwright.VectorEnv(rules, 16, seed=3), np.random.default_rng(0), 0
    env.reset()
    for _ in range(400):
        position = Position(features, env.observations)
        # What is complete is laid open at once, so nothing that is held lacks nothing.
        assert not (position.has & (position.missing == 0) & ~position.choosing[:, None]).any()
        free = position.cost[~(position.own | position.theirs)]
        assert (free >= 1).all() and (free <= 4).all()
        seen += int(position.own.sum())
        env.step(env.sample(rng))
    assert seen > 1000


def test_the_policy_that_is_kept_beats_greedy_as_the_page_says(rules):
    result = json.loads((FOLDER / "result.json").read_text(encoding="utf-8"))
    greedy = result["greedy"]
    assert greedy["games"] >= 200 and greedy["low"] > 0.5 and result["minutes"] <= 15
    page = (FOLDER.parent / "learning.md").read_text(encoding="utf-8")
    for share in (greedy["share"], greedy["low"], greedy["high"]):
        assert f"{100 * share:.1f}" in page
    again = learn.measure(rules, Policy.load(FOLDER / "policy.npz"), 20)
    assert again["games"] == 40 and again["share"] > 0.6
