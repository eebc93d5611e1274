"""Steps a second, side by side in one run: `VectorEnv`, PettingZoo's chess and connect four, OpenSpiel's Python loop.

    python speed.py [SECONDS for each line] [--wall]

Seconds are those of the processor, so that what else the machine does hardly matters; `--wall` takes those of the clock, on a quiet machine. Two
threads make as many steps for a second of the processor as one if nothing is lost by there being two. A step is one word said, one action of PettingZoo, one action of OpenSpiel; each line says whether observations and masks are made at every
step. Words are chosen before the clock starts where that is possible, so that the choice by chance is not what is measured: in `VectorEnv` the
first word that may be said, found by numpy, whose time is taken off and said.
"""

import sys
import time

import numpy as np

import railwright

WALL = "--wall" in sys.argv
clock = time.perf_counter if WALL else time.process_time


def ours(game, games, threads, observe, seconds):
    env = railwright.VectorEnv(game, games, seed=1, threads=threads, observe=observe)
    env.reset()
    rng, steps, stepping = np.random.default_rng(0), 0, 0.0
    for _ in range(max(3, 20_000 // games // 10)):
        env.step(env.sample(rng))
    while stepping < seconds:
        words = env.sample(rng)
        begun = clock()
        env.step(words)
        stepping += clock() - begun
        steps += games
    return steps / stepping


def zoo(module, seconds):
    env = module.env()
    rng, steps, begun = np.random.default_rng(0), 0, clock()
    while clock() - begun < seconds:
        env.reset(seed=steps)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(int(rng.choice(np.flatnonzero(mask))))
            steps += 1
    return steps / (clock() - begun)


def spiel(name, seconds):
    import pyspiel

    game = pyspiel.load_game(name)
    rng, steps, begun = np.random.default_rng(0), 0, clock()
    while clock() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            np.asarray(state.observation_tensor(state.current_player()), np.float32)
            state.legal_actions_mask()
            state.apply_action(legal[rng.integers(len(legal))])
            steps += 1
    return steps / (clock() - begun)


def main():
    given = [word for word in sys.argv[1:] if word != "--wall"]
    seconds = float(given[0]) if given else 3.0
    for game in ["ticket-to-ride", "ticket-to-ride on one axis", "spike", "santa-fe-rails"]:
        rules = railwright.load(game.split()[0], one_axis="axis" in game)
        print(f"{game}: {rules.observation_size:,} numbers, {rules.action_count:,} words")
        for observe in (True, False):
            for threads in (1, 2):
                rates = [ours(rules, games, threads, observe, seconds) for games in (64, 1024, 8192)]
                what = "observations and masks" if observe else "masks alone"
                print(f"  {what}, {threads} thread(s): " + ", ".join(f"{rate:,.0f}" for rate in rates), flush=True)
    try:
        from pettingzoo.classic import chess_v6, connect_four_v3

        for name, module in [("chess", chess_v6), ("connect four", connect_four_v3)]:
            print(f"PettingZoo, {name}: {zoo(module, seconds):,.0f}", flush=True)
    except ImportError as missing:
        print(f"PettingZoo's classic games are not here: {missing}")
    for name in ("connect_four", "chess"):
        try:
            print(f"OpenSpiel from Python, {name}, tensor and mask: {spiel(name, seconds):,.0f}", flush=True)
        except ImportError as missing:
            print(f"OpenSpiel is not here: {missing}")


if __name__ == "__main__":
    main()
