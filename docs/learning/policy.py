"""A small network that chooses words and says how good a position is, with its gradients, in numpy.

One layer hears of the position and of a word together and says how much is to be said for the word; what it has learnt of one line holds for
all others, because a line is told by what it brings and not by its name. A second layer hears of the position alone and says
how the game will end for the seat that is asked.
"""

import numpy as np

# Rewards are about this large at most.
ALMOST_NOTHING = 1e-8


class Policy:
    """Weights by their names; `position` and `about` are how many numbers there are of a position and of a word."""

    def __init__(self, position, about, hidden=64, seed=0):
        rng = np.random.default_rng(seed)
        random = lambda rows, columns: (rng.standard_normal((rows, columns)) / np.sqrt(rows)).astype(np.float32)
        self.weights = {
            "position": random(position, hidden),
            "about": random(about, hidden),
            "bias": np.zeros(hidden, np.float32),
            "word": random(hidden, 1)[:, 0] * 0.1,
            "straight": np.zeros(about, np.float32),
            "value-in": random(position, hidden),
            "value-bias": np.zeros(hidden, np.float32),
            "value-out": random(hidden, 1)[:, 0] * 0.1,
            "value-straight": np.zeros(position, np.float32),
        }

    def words(self, position, rows, about):
        """The logarithm of how likely each word is, by position; and what the gradients need."""
        w = self.weights
        base = position @ w["position"] + w["bias"]
        hidden = np.maximum(base[rows] + about @ w["about"], 0)
        logits = hidden @ w["word"] + about @ w["straight"]
        starts = np.searchsorted(rows, np.arange(len(position)))
        logits -= np.maximum.reduceat(logits, starts)[rows]
        return logits - np.log(np.add.reduceat(np.exp(logits), starts))[rows], hidden, starts

    def value(self, position):
        """What each position is worth to the seat that is asked; and what the gradients need."""
        w = self.weights
        hidden = np.maximum(position @ w["value-in"] + w["value-bias"], 0)
        return hidden @ w["value-out"] + position @ w["value-straight"], hidden

    def gradients(self, batch, clip, entropy):
        """The gradients of the clipped objective of PPO (Schulman and others, 2017), and of the error of the values."""
        position, rows, about, chosen, before, advantage, target = batch
        w, size = self.weights, len(position)
        logs, hidden, starts = self.words(position, rows, about)
        odds = np.exp(logs)
        ratio = np.exp(logs[chosen] - before)
        # Where the step went far enough already, nothing more is gained by it.
        goes = np.where(advantage > 0, ratio < 1 + clip, ratio > 1 - clip)
        pull = -advantage * ratio * goes
        surprise = -np.add.reduceat(odds * logs, starts)
        slope = -odds * pull[rows] + entropy * odds * (logs + surprise[rows])
        slope[chosen] += pull
        slope /= size
        back = slope[:, None] * w["word"] * (hidden > 0)
        base = np.add.reduceat(back, starts)
        value, inside = self.value(position)
        error = (value - target) / size
        down = error[:, None] * w["value-out"] * (inside > 0)
        gradients = {
            "position": position.T @ base, "about": about.T @ back, "bias": base.sum(axis=0), "word": hidden.T @ slope,
            "straight": about.T @ slope, "value-in": position.T @ down, "value-bias": down.sum(axis=0), "value-out": inside.T @ error,
            "value-straight": position.T @ error,
        }
        return gradients, {"entropy": float(surprise.mean()), "error": float(((value - target) ** 2).mean())}

    def save(self, path):
        np.savez_compressed(path, **{name: weights.astype(np.float16) for name, weights in self.weights.items()})

    @classmethod
    def load(cls, path):
        policy = cls.__new__(cls)
        with np.load(path) as file:
            policy.weights = {name: file[name].astype(np.float32) for name in file.files}
        return policy


class Adam:
    """Steps down the gradients (Kingma and Ba, 2015)."""

    def __init__(self, weights):
        self.mean = {name: np.zeros_like(w) for name, w in weights.items()}
        self.square = {name: np.zeros_like(w) for name, w in weights.items()}
        self.steps = 0

    def step(self, weights, gradients, rate, most=0.5):
        self.steps += 1
        length = np.sqrt(sum(float((g * g).sum()) for g in gradients.values()))
        shrink = min(1.0, most / (length + ALMOST_NOTHING))
        for name, g in gradients.items():
            g = g * shrink
            self.mean[name] += 0.1 * (g - self.mean[name])
            self.square[name] += 0.001 * (g * g - self.square[name])
            mean, square = self.mean[name] / (1 - 0.9**self.steps), self.square[name] / (1 - 0.999**self.steps)
            weights[name] -= rate * mean / (np.sqrt(square) + ALMOST_NOTHING)
