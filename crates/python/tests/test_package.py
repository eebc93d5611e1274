"""Rules, states, actions: what the program says, Python says."""

import copy
import doctest
import importlib
import inspect
import pathlib
import pickle
import threading

import numpy as np
import pytest

import railwright

MODULES = ["", ".evaluation", ".gym", ".openspiel", ".pettingzoo", ".play", ".rewards", ".simulation", ".statistics", ".vector"]


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_hold(module):
    module = importlib.import_module("railwright" + module)
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    found = finder.find(module)
    if module is railwright:
        for name in railwright.__all__:
            thing = getattr(railwright, name)
            if inspect.isclass(thing) or inspect.isbuiltin(thing):
                members = [(f"{name}.{member}", getattr(thing, member)) for member in dir(thing) if not member.startswith("__")]
                for where, one in [(name, thing), *members]:
                    found.append(doctest.DocTestParser().get_doctest(inspect.getdoc(one) or "", {}, where, None, None))
    for one in found:
        runner.run(one)
    assert runner.failures == 0
    assert runner.tries > 0 or module.__name__.endswith("openspiel")


def test_wrong_files_are_exceptions_with_all_errors_and_their_places():
    text = 'format = 1\nextends = "ticket-to-ride"\ncounters.trains.strat = 30\nzones.market.slots = "six"\n'
    with pytest.raises(railwright.ProblemsError) as raised:
        railwright.load("mine.toml", files=[("mine.toml", text)])
    said, data = raised.value.args
    assert "mine.toml:3:" in said and "did you mean `start`?" in said
    assert '"unknown-key"' in data


def test_a_game_of_ones_own_goes_wherever_its_pickle_goes():
    text = 'format = 1\nextends = "ticket-to-ride"\nname = "Mine"\nzones.market.slots = 6\n'
    rules = railwright.load("mine.toml", files=[("mine.toml", text)], players=3)
    again = pickle.loads(pickle.dumps(rules))
    assert (again.name, again.players, again == rules, hash(again)) == ("Mine", 3, True, hash(rules))
    assert again.start(4).fingerprint == rules.start(4).fingerprint


def test_a_refusal_says_which_rule_where_and_why_and_changes_nothing():
    state = railwright.load("ticket-to-ride").start(1)
    for _ in range(2):
        state.apply(state.legal()[0])
    before = state.fingerprint
    with pytest.raises(railwright.IllegalActionError, match=r"games/ticket-to-ride.toml:\d+"):
        state.apply("claim miami-new-orleans with 6 red")
    with pytest.raises(railwright.IllegalActionError):
        state.apply("clame everything")
    with pytest.raises(IndexError):
        state.view(7)
    assert state.fingerprint == before and len(state.moves) == 2


@pytest.mark.parametrize("game", railwright.bundled_games())
def test_actions_print_parse_and_carry_what_they_are_about(game):
    rng = np.random.default_rng(2)
    rules = railwright.load(game)
    state = rules.start(5)
    about = set()
    for _ in range(60):
        if state.is_over:
            break
        legal = state.legal()
        assert legal and len(set(legal)) == len(legal)
        action = legal[rng.integers(len(legal))]
        assert state.parse(str(action)) == action
        kinds = {"lane": action.lane, "place": action.place, "company": action.company, "card": action.card}
        about |= {sort for sort, named in kinds.items() if named}
        words = state.words_of(action)
        other = state.clone()
        for word in words:
            assert other.mask()[word] == 1
            other.say(word)
        state.apply(action)
        assert other.fingerprint == state.fingerprint and other.moves == state.moves
    assert about
    again = pickle.loads(pickle.dumps(state))
    assert (again.fingerprint, again.moves, again.log(0)) == (state.fingerprint, state.moves, state.log(0))
    twin = copy.deepcopy(state)
    if not twin.is_over:
        twin.apply(twin.legal()[0])
    assert len(state.moves) == len(again.moves)


def test_a_seat_sees_its_own_cards_and_no_others():
    state = railwright.load("ticket-to-ride").start(1)
    hands = state.view(0)["zones"]["hand"]
    assert hands[0]["cards"] and "cards" not in hands[1] and hands[1]["size"] == 4
    state.apply(state.legal()[0])
    assert "chooses in secret" in " ".join(state.log())


def test_a_board_draws_itself_and_a_game_is_told():
    state = railwright.load("spike").start(1)
    assert state._repr_svg_().startswith("<svg") and state.rules._repr_svg_().startswith("<svg")
    state.apply(state.ask("greedy"))
    assert state.events(0) and isinstance(state.events(0)[0], dict)
    lines = state.score()["lines"]
    assert [sum(line["points"][seat] for line in lines) for seat in (0, 1)] == state.totals == state.score()["totals"]


def test_a_simulation_is_the_same_whatever_the_threads_and_the_parts():
    rules = railwright.load("ticket-to-ride")
    one = railwright.simulate(rules, games=40, seed=3, players=["random"], threads=1)
    two = railwright.simulate(rules, games=40, seed=3, players=["random"], threads=2)
    part = railwright.simulate(rules, games=(25, 40), seed=3, players=["random"])
    assert (one.hash == two.hash).all() and (one.totals == two.totals).all()
    assert (one.hash[25:] == part.hash).all() and (part.game == np.arange(25, 40)).all()
    state = rules.start(int(one.game_seed[0]))
    assert state.seed == one.game_seed[0] and (one.places.min(axis=1) == 1).all()


class First:
    """Takes what is listed first; remembers what it was asked."""

    def __init__(self):
        self.asked, self.ended = 0, []

    def choose(self, request):
        self.asked += 1
        assert request.seat == 1 and request.view()["seat"] == 2
        assert isinstance(request.events(), list)
        return request.legal[0] if self.asked % 2 else 0

    def end(self, totals):
        self.ended.append(totals)


def test_objects_of_python_play_against_our_bots():
    rules, player = railwright.load("ticket-to-ride"), First()
    simulated = railwright.simulate(rules, games=3, players=["greedy", player])
    assert player.asked > 50 and player.ended == simulated.totals.tolist()
    assert simulated.players == ("greedy", "First")
    again = railwright.simulate(rules, games=3, players=["greedy", First], threads=2)
    assert (again.hash == simulated.hash).all()


def test_what_a_player_raises_is_raised():
    rules = railwright.load("ticket-to-ride")

    class Wrong:
        def choose(self, request):
            return 1 / 0

    class Illegal:
        def choose(self, request):
            return "fly to the moon"

    with pytest.raises(ZeroDivisionError):
        railwright.simulate(rules, games=2, players=[Wrong])
    with pytest.raises(railwright.BotError, match="fly to the moon"):
        railwright.simulate(rules, games=2, players=[Illegal])
    with pytest.raises(railwright.BotError, match="did you mean `greedy`"):
        railwright.simulate(rules, games=2, players=["gready"])
    with pytest.raises(railwright.BotError, match="did you mean `greedy`"):
        rules.start(1).ask("gready")


def test_other_threads_go_on_while_rust_works():
    rules, ticks, stop = railwright.load("ticket-to-ride"), [], threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(None)

    other = threading.Thread(target=tick)
    other.start()
    railwright.simulate(rules, games=300, threads=1)
    stop.set()
    other.join()
    assert len(ticks) > 5


def test_states_go_from_thread_to_thread():
    state, told = railwright.load("ticket-to-ride").start(1), []

    def work():
        state.apply(state.ask("greedy"))
        told.append(state.log(0))

    for _ in range(3):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert len(state.moves) == 3 and told[-1] == state.log(0)


def test_check_scenario_compare_and_report_are_those_of_the_program(tmp_path):
    assert railwright.check("ticket-to-ride", play=False)["ok"]
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('format = 1\nextends = "ticket-to-ride"\nzones.market.slotz = 6\n')
    assert "did you mean `slots`?" in railwright.check(str(wrong))["text"]
    folder = pathlib.Path(__file__).parents[3] / "tests" / "scenarios"
    some = sorted(path for path in folder.glob("market/*.toml"))[0]
    assert "seat 1" in railwright.scenario(str(some))
    with pytest.raises(railwright.ProblemsError):
        railwright.scenario("none.toml", "format = 1\ntext = 3\n")
    rules = railwright.load("ticket-to-ride")
    figures = railwright.compare(rules, rules, games=20, bots_a=["random"], bots_b=["greedy", "random"])
    score = next(figure for figure in figures if figure["id"] == "seat-1.score")
    assert score["pairs"] == 20 and score["difference"] > 0 and score["holds"]
    assert "<svg" in railwright.report([rules], games=5, bots="random")
