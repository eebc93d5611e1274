"""A cluster of one machine, one of whose workers is killed."""

import os
import pathlib
import signal
import sys

import pytest

import railwright

pytestmark = pytest.mark.slow


class Killer:
    """Plays what is listed first, and the first time that it is asked at all kills the process it plays in."""

    def __init__(self, mark):
        self.mark = mark

    def choose(self, request):
        try:
            os.close(os.open(self.mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return 0
        os.kill(os.getpid(), signal.SIGKILL)


class Calm:
    def choose(self, request):
        return 0


@pytest.fixture(scope="module")
def cluster():
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    # Workers cannot import this file: the players in it travel with the task.
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    yield
    ray.shutdown()


def test_a_cluster_gives_what_one_machine_does(cluster):
    import railwright.ray

    rules = railwright.load("ticket-to-ride")
    table = railwright.ray.simulate(rules, games=100, seed=4, players=["random"], shard=13)
    alone = railwright.simulate(rules, games=100, seed=4, players=["random"]).to_arrow()
    assert table.equals(alone) and table.schema.metadata == alone.schema.metadata


def test_a_worker_that_is_killed_changes_nothing(cluster, tmp_path: pathlib.Path):
    import railwright.ray

    rules, mark = railwright.load("ticket-to-ride"), tmp_path / "killed"
    table = railwright.ray.simulate(rules, games=12, seed=4, players=[Killer(str(mark))], shard=3)
    assert mark.exists()
    alone = railwright.simulate(rules, games=12, seed=4, players=[Calm()]).to_arrow()
    assert table.equals(alone)


def test_what_a_player_raises_is_raised_and_not_tried_again(cluster):
    import railwright.ray

    with pytest.raises(railwright.BotError, match="gready"):
        railwright.ray.simulate(railwright.load("ticket-to-ride"), games=4, players=["gready"])
