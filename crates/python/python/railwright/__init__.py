"""Rail board games: load them, play them, simulate them, learn them.

>>> import railwright
>>> rules = railwright.load("ticket-to-ride", players=2)
>>> state = rules.start(seed=1)
>>> while not state.is_over:
...     action = state.apply(state.ask("random"))
>>> sorted(state.score()["places"])
[1, 2]

Seats are counted from zero. A `State` is the whole position, secrets included; what one seat may know is what its methods with a seat show.
"""

from ._railwright import (
    Action,
    Batch,
    BotError,
    FaultError,
    IllegalActionError,
    ProblemsError,
    RailwrightError,
    Request,
    Rules,
    State,
    __version__,
    bundled_games,
    check,
    compare,
    load,
    report,
    scenario,
)
from .play import Decision, Player, play
from .simulation import Simulated, simulate
from .vector import VectorEnv

__all__ = [
    "Action",
    "Batch",
    "BotError",
    "Decision",
    "FaultError",
    "IllegalActionError",
    "Player",
    "ProblemsError",
    "RailwrightError",
    "Request",
    "Rules",
    "Simulated",
    "State",
    "VectorEnv",
    "__version__",
    "bundled_games",
    "check",
    "compare",
    "load",
    "play",
    "report",
    "scenario",
    "simulate",
]
