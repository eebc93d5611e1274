#!/usr/bin/env python3
"""Plays a whole game through `railwright serve-stdio` and checks every answer on the way.

usage: play.py RAILWRIGHT [GAME]

Needs nothing but Python. Ends with 0 when all was as docs/protocol.md says.
"""
import json
import random
import subprocess
import sys


class Table:
    """A running `serve-stdio` and the requests made of it."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.asked = 0

    def write(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer.endswith("\n"), f"no answer to {line[:200]}"
        return json.loads(answer)

    def ask(self, method, **parameters):
        """Makes a request that is to be met and gives the result."""
        self.asked += 1
        answer = self.write(json.dumps({"id": self.asked, "method": method, **parameters}))
        assert answer["id"] == self.asked, answer
        assert answer["ok"] is True, (method, parameters, answer)
        return answer["result"]

    def refused(self, code, method, **parameters):
        """Makes a request that is not to be met and gives the error."""
        self.asked += 1
        answer = self.write(json.dumps({"id": f"no {self.asked}", "method": method, **parameters}))
        assert answer["id"] == f"no {self.asked}" and answer["ok"] is False, answer
        assert answer["error"]["code"] == code and answer["error"]["message"], answer
        return answer["error"]


def nonsense_is_answered(table):
    for line, code in [
        ("hello", "bad-json"),
        ("{", "bad-json"),
        ("[" * 100_000, "bad-json"),
        ("[1, 2]", "bad-request"),
        ("null", "bad-request"),
        ("{}", "bad-request"),
        ('{"method": 7}', "bad-request"),
        ('{"method": "fly"}', "unknown-method"),
        (json.dumps({"method": "start", "pad": "x" * 2_000_000}), "too-long"),
    ]:
        answer = table.write(line)
        assert answer["ok"] is False and answer["error"]["code"] == code, (line[:80], answer)


def hands_are_secret(view, seat):
    for zone in view["zones"]["hand"]:
        mine = zone["owner"] == f"seat {seat}"
        assert ("cards" in zone) == mine, zone
        assert isinstance(zone["size"], int)


def main():
    command = [sys.argv[1], "serve-stdio", sys.argv[2] if len(sys.argv) > 2 else "ticket-to-ride", "--players", "3"]
    table = Table(command)
    chance = random.Random(5)
    table.refused("not-started", "view")
    nonsense_is_answered(table)
    started = table.ask("start", seed=11)
    assert started["seats"] == ["human"] * 3 and started["seed"] == 11 and started["over"] is None
    lanes = {lane["id"]: lane for lane in started["game"]["lanes"]}
    assert len(lanes) > 50 and all(lane["length"] > 0 and len(lane["ends"]) == 2 for lane in lanes.values())
    nonsense_is_answered(table)
    table.refused("bad-request", "legal")
    table.refused("bad-request", "legal", seat=4)
    table.refused("bad-request", "legal", seat="one")
    table.refused("bad-request", "view", colour="red")
    table.refused("bad-request", "act", seat=1)
    table.refused("not-over", "score")
    assert table.ask("view")["view"]["seat"] == 0
    actions = claims = undone = steps = 0
    waiting = started["waiting"]
    while waiting:
        seat = waiting[0]
        view = table.ask("view", seat=seat)["view"]
        assert view["seat"] == seat and seat in view["moment"]["waiting"]
        hands_are_secret(view, seat)
        legal = table.ask("legal", seat=seat)["legal"]
        assert legal and len(set(legal)) == len(legal)
        wishes = [text for text in legal if text.startswith("claim ")] or legal
        text = chance.choice(wishes)
        assert table.ask("explain", seat=seat, do=text)["legal"] is True
        if actions % 10 == 0:
            other = seat % 3 + 1
            if other not in waiting:
                table.refused("refused", "act", seat=other, do=text)
            table.refused("not-understood", "act", seat=seat, do="dance on the table")
            assert table.ask("explain", seat=seat, do="dance on the table")["legal"] is False
            assert table.ask("view", seat=seat)["view"] == view, "a refusal changes nothing"
        done = table.ask("act", seat=seat, do=text)
        assert done["did"] == text and done["step"] == done["steps"] and done["warnings"] == []
        actions += 1
        if text.startswith("claim "):
            claims += 1
            lane = text.split()[1]
            assert lane in lanes, lane
            if claims % 5 == 1 and done["over"] is None:
                assert table.ask("view")["view"]["tracks"][lane]["owner"] == f"seat {seat}"
                assert table.ask("undo", seat=seat)["taken_back"] == 1
                assert table.ask("view", seat=seat)["view"] == view, "all is as it was before"
                done = table.ask("act", seat=seat, do=text)
                undone += 1
        elif text == "draw deck":
            error = table.refused("not-undone", "undo", seat=seat, actions=1)
            assert error["possible"] == 0
        seen = table.ask("events", seat=seat, since=done["step"])["steps"]
        assert seen[-1]["events"][0] == {"event": "acted", "seat": seat, "do": text}, seen
        steps, waiting = done["steps"], done["waiting"]
        assert (not waiting) == (done["over"] is not None)
        assert actions < 2000, "the game does not end"
    told = table.ask("events")["steps"]
    assert len(told) == steps + 1
    score = table.ask("score")
    assert len(score["totals"]) == 3 and score["winners"]
    for seat in range(3):
        assert sum(line["points"][seat] for line in score["lines"]) == score["totals"][seat]
    assert max(score["totals"]) in [score["totals"][winner - 1] for winner in score["winners"]]
    again = table.ask("start", seed=12, seats=["human", "random"])
    assert again["steps"] <= 20 and again["waiting"] == [1] and again["game"]["players"] == 2
    table.ask("quit")
    assert table.process.wait(timeout=10) == 0
    assert claims > 20 and undone > 2, (claims, undone)
    print(json.dumps({"actions": actions, "claims": claims, "undone": undone, "totals": score["totals"]}))


main()
