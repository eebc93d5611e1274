"""Learns Skerry Lights by playing against itself, with numpy alone, and is then measured against `greedy`.

    python docs/learning/learn.py                trains (three minutes of one processor), measures, draws the curve
    python docs/learning/learn.py --measure      measures the policy that is kept
    python docs/learning/learn.py --rounds 20    trains for a moment only; writes nothing but what it prints

The same seed gives the same policy on one machine and one version of numpy; sums of floats may differ elsewhere in their last digits.
"""

import argparse
import json
import os
import pathlib
import time

# Small matrices: threads would only wait for each other, and the time of the processor is what is counted.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")

import numpy as np

import curve
import railwright
from features import Features
from policy import Adam, Policy
from railwright.evaluation import paired

HERE = pathlib.Path(__file__).resolve().parent
GAMES, STEPS, ROUNDS, EPOCHS, PARTS = 256, 64, 300, 2, 4
RATE, CLIP, LAMBDA = 1.5e-3, 0.2, 0.95
# Seeds of the games in which the policy is measured: some while it learns, others in the end.
MEASURING, JUDGING = 20_000_001, 30_000_001


class Player:
    """The policy at a seat of `simulate`: it says the word that is most to be said for, until the action is complete."""

    def __init__(self, policy, features):
        self.policy, self.features = policy, features

    def choose(self, request):
        while True:
            position, rows, words, about = self.features(request.observation()[None], request.mask()[None])
            logs, _, _ = self.policy.words(position, rows, about)
            action = request.say(int(words[logs.argmax()]))
            if action is not None:
                return action


class SelfPlay:
    """Many games of the policy against itself."""

    def __init__(self, rules, seed):
        self.env = railwright.VectorEnv(rules, GAMES, seed=seed, rewards="margin", threads=1)
        self.features, self.rng = Features(rules), np.random.default_rng(seed)
        self.env.reset()
        self.games = 0

    def round(self, policy):
        """So many steps of every game: what was seen, which words were said, and what came of it."""
        steps = []
        for _ in range(STEPS):
            position, rows, words, about = self.features(self.env.observations, self.env.masks)
            logs, _, starts = policy.words(position, rows, about)
            sums = np.cumsum(np.exp(logs, dtype=np.float64))
            before = np.where(starts > 0, sums[starts - 1], 0)
            ends = np.append(starts[1:], len(rows))
            drawn = before + self.rng.random(GAMES) * (sums[ends - 1] - before)
            chosen = np.clip(np.searchsorted(sums, drawn), starts, ends - 1)
            seats = self.env.seats.copy()
            self.env.step(words[chosen])
            ended, scores = self.env.ended.copy(), self.env.scores
            ahead = scores[range(GAMES), seats] - scores[range(GAMES), 1 - seats]
            # To win is what counts; by how much tells the better of two losing ways.
            reward = np.where(ended, 0.5 * np.sign(ahead) + np.clip(ahead, -30, 30) / 30, 0).astype(np.float32)
            steps.append((position, rows, about, chosen, logs[chosen], policy.value(position)[0], seats, reward, ended))
            self.games += int(ended.sum())
        return steps, self.advantages(policy, steps)

    def advantages(self, policy, steps):
        """How much better each word turned out than was expected, looked back with lambda; what is good for one seat is bad for the other."""
        position = self.features(self.env.observations, self.env.masks)[0]
        value, seats = policy.value(position)[0], self.env.seats.copy()
        later, found = np.zeros(GAMES, np.float32), []
        for step in reversed(steps):
            sign = np.where(step[8], 0, np.where(step[6] == seats, 1, -1)).astype(np.float32)
            later = step[7] + sign * value - step[5] + LAMBDA * sign * later
            value, seats = step[5], step[6]
            found.append(later)
        return found[::-1]


def batches(steps, advantages, rng):
    """What was played, in parts of some steps each."""
    order = rng.permutation(STEPS)
    for part in np.split(order, PARTS):
        taken = [steps[at] for at in part]
        sizes = np.cumsum([0] + [len(step[1]) for step in taken])
        position = np.concatenate([step[0] for step in taken])
        rows = np.concatenate([step[1] + GAMES * nth for nth, step in enumerate(taken)])
        about = np.concatenate([step[2] for step in taken])
        chosen = np.concatenate([step[3] + start for step, start in zip(taken, sizes)])
        before, value = (np.concatenate([step[n] for step in taken]) for n in (4, 5))
        advantage = np.concatenate([advantages[at] for at in part])
        target = advantage + value
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        yield position, rows, about, chosen, before, advantage, target


def train(rules, seed, rounds, tell):
    """Plays and learns by turns; calls `tell` after every round."""
    play = SelfPlay(rules, seed)
    position, _, _, about = play.features(play.env.observations, play.env.masks)
    policy, rng = Policy(position.shape[1], about.shape[1], seed=seed), np.random.default_rng(seed + 1)
    adam = Adam(policy.weights)
    for number in range(rounds):
        steps, advantages = play.round(policy)
        left = 1 - number / rounds
        for _ in range(EPOCHS):
            for batch in batches(steps, advantages, rng):
                gradients, told = policy.gradients(batch, CLIP, 0.002 + 0.008 * left)
                adam.step(policy.weights, gradients, RATE * max(left, 0.05))
        tell(number + 1, policy, play, told)
    return policy


class Diary:
    """Notes how strong the policy has become, and in which time. Measuring takes time too, which is no part of the training."""

    def __init__(self, rules, features, every, rounds):
        self.rules, self.features, self.every, self.rounds = rules, features, every, rounds
        self.points, self.training, self.mark = [], 0.0, time.process_time()

    def __call__(self, number, policy, play, told):
        self.training += time.process_time() - self.mark
        if number % self.every == 0 or number == self.rounds or number == 1:
            result = paired(self.rules, Player(policy, self.features), "greedy", pairs=100, seed=MEASURING, threads=1)
            point = {"round": number, "minutes": round(self.training / 60, 2), "games": play.games}
            point |= {"share": round(result.share, 4), "low": round(result.low, 4), "high": round(result.high, 4)}
            self.points.append(point)
            print(point, f"margin {result.margin:+.1f}, entropy {told['entropy']:.2f}, error {told['error']:.2f}", flush=True)
        self.mark = time.process_time()


def measure(rules, policy, pairs):
    """The policy against `greedy`, every seed from both seats, in games that were not seen before."""
    result = paired(rules, Player(policy, Features(rules)), "greedy", pairs=pairs, seed=JUDGING, threads=1)
    told = {"games": result.games, "share": result.share, "low": result.low, "high": result.high, "margin": result.margin}
    told = {name: round(value, 4) for name, value in told.items()}
    print(told, flush=True)
    return told


def main():
    given = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--rounds", type=int, default=ROUNDS)
    given.add_argument("--every", type=int, default=25, help="rounds between two measurements")
    given.add_argument("--pairs", type=int, default=1000, help="seeds that are played from both seats in the end")
    given.add_argument("--measure", action="store_true", help="measure the policy that is kept, and train none")
    given.add_argument("--out", type=pathlib.Path, help="where policy, curve and result are written; nowhere if only a part of the rounds is played")
    given = given.parse_args()
    rules = railwright.load("skerry-lights", players=2)
    if given.measure:
        measure(rules, Policy.load(HERE / "policy.npz"), given.pairs)
        return
    diary = Diary(rules, Features(rules), given.every, given.rounds)
    policy = train(rules, given.seed, given.rounds, diary)
    out = given.out or (HERE if given.rounds == ROUNDS else None)
    if out is None:
        measure(rules, policy, given.pairs)
        return
    policy.save(out / "policy.npz")
    policy = Policy.load(out / "policy.npz")
    result = {"seed": given.seed, "rounds": given.rounds, "minutes": round(diary.training / 60, 2), "games": diary.points[-1]["games"]}
    result |= {"greedy": measure(rules, policy, given.pairs), "numpy": np.__version__, "rules": rules.fingerprint, "curve": diary.points}
    (out / "result.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    title = "Skerry Lights: games won against greedy, 200 for each point, with 95 % intervals"
    (out / "curve.svg").write_text(curve.draw(diary.points, title), encoding="utf-8")


if __name__ == "__main__":
    main()
