#!/usr/bin/env python3
"""A small bot for `--seat "cmd:python3 bot.py"`: claims what is longest, keeps few tickets, otherwise does something at random.

usage: bot.py [MODE]

MODE makes it misbehave, for tests: exit, crash, slow, nonsense, illegal, number, chatty, silent, flood.
"""
import json
import os
import random
import sys
import time


def misbehave(mode, asked):
    """Does what a bot must not do, after a few proper answers."""
    if mode == "exit":
        sys.exit(3)
    if mode == "crash":
        print("I have no idea", file=sys.stderr)
        raise RuntimeError("a fault of the bot")
    if mode == "slow":
        time.sleep(60)
    if mode == "silent":
        os.close(sys.stdout.fileno())
        time.sleep(60)
    if mode == "flood":
        print("x" * 3_000_000, flush=True)
    answers = {"nonsense": "draw red", "illegal": '{"do": "win the game"}', "number": '{"choose": 100000}'}
    print(answers.get(mode, "{}"), flush=True)


def main():
    mode = sys.argv[1] if len(sys.argv) > 1 else ""
    chance, lanes, asked = random.Random(0), {}, 0
    for line in sys.stdin:
        message = json.loads(line)
        if "start" in message:
            start = message["start"]
            chance = random.Random(start["seed"])
            lanes = {lane["id"]: lane["length"] for lane in start["game"]["lanes"]}
            if mode == "chatty":
                print("hello, I am ready", flush=True)
            continue
        if "end" in message:
            continue
        asked += 1
        if mode and mode != "chatty" and asked > 3:
            misbehave(mode, asked)
            continue
        legal = message["legal"]
        assert message["view"]["moment"]["waiting"] and isinstance(message["events"], list)
        claims = [text for text in legal if text.startswith("claim ")]
        keeps = [text for text in legal if text.startswith("keep ")]
        if claims:
            print(json.dumps({"do": max(claims, key=lambda text: lanes[text.split()[1]])}), flush=True)
        elif keeps:
            print(json.dumps({"do": min(keeps, key=lambda text: len(text.split()))}), flush=True)
        else:
            print(json.dumps({"choose": chance.randrange(len(legal))}), flush=True)


main()
