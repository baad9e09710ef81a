"""Games, playouts and priors that are Python code."""

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref

import katsura
import numpy as np
import pytest

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe:
    """A game of five methods."""

    def __init__(self, moves=()):
        self.board = [None] * 9
        self.moves = 0
        for move in moves:
            self.apply_action(move)

    def current_player(self):
        return self.moves % 2

    def legal_actions(self):
        return [cell for cell in range(9) if self.board[cell] is None]

    def apply_action(self, action):
        assert self.board[action] is None
        self.board[action] = self.moves % 2
        self.moves += 1

    def winner(self):
        for a, b, c in LINES:
            if self.board[a] is not None and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        return None

    def is_terminal(self):
        return self.winner() is not None or self.moves == 9

    def returns(self):
        winner = self.winner()
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]


class Failing(TicTacToe):
    """Raises in one of its methods after some calls."""

    def __init__(self, method, after=30):
        super().__init__()
        self.left, self.method = [after], method

    def __deepcopy__(self, memo):
        self._count("clone")
        copied = type(self).__new__(type(self))
        copied.__dict__ = {**self.__dict__, "board": self.board[:]}
        return copied

    def _count(self, method):
        if method == self.method:
            self.left[0] -= 1
            if self.left[0] < 0:
                raise RuntimeError(f"no {method} today")

    def __getattribute__(self, name):
        if name in ("current_player", "legal_actions", "apply_action", "is_terminal", "returns"):
            object.__getattribute__(self, "_count")(name)
        return object.__getattribute__(self, name)


def test_a_game_in_python_is_searched_with_the_right_answers():
    assert katsura.Search(TicTacToe, "uct", seed=1).run(simulations=3000).best == 4
    won = TicTacToe([0, 3, 1, 4])
    result = katsura.Search(won, "uct").run(simulations=300)
    assert result.best == 2 and result.means[0] > 0.95
    forced = TicTacToe([0, 4, 1])
    assert katsura.Search(forced, "uct").run(simulations=500).best == 2, "the only move that does not lose"
    assert forced.moves == 3, "the caller's object is left alone"


def test_a_search_that_asks_python_grows_the_tree_of_one_that_does_not():
    ours = katsura.Search(katsura.game("tic-tac-toe"), "uct", seed=8)
    theirs = katsura.Search(katsura.game("tic-tac-toe").new_initial_state(), "uct", seed=8, prior=lambda state, actions: [0.5] * len(actions))
    ours.run(simulations=400)
    theirs.run(simulations=400)
    one, two = ours.tree(), theirs.tree()
    assert all(np.array_equal(one[name], two[name]) for name in ("parent", "action", "visits", "mean"))


def test_a_search_in_python_follows_the_game_and_repeats():
    def played():
        search, moves = katsura.Search(TicTacToe(), "uct", seed=2), []
        while (best := search.run(simulations=400).best) is not None:
            search.advance(best)
            moves.append(best)
        return moves, search.state.returns()

    assert played() == played()
    assert played()[1] == [0.0, 0.0], "both play well: a draw"


def test_breakthrough_of_open_spiel_is_searched_with_the_right_answer():
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("breakthrough(rows=6,columns=4)")
    state = game.new_initial_state()
    chance = np.random.default_rng(5)
    found = 0
    for _ in range(30):
        state = game.new_initial_state()
        while not state.is_terminal():
            winning = [action for action in state.legal_actions() if _wins(state, action)]
            if winning and len(state.legal_actions()) > len(winning):
                search = katsura.Search(state, "uct", seed=1)
                assert search.run(simulations=600).best in winning
                found += 1
                break
            state.apply_action(int(chance.choice(state.legal_actions())))
    assert found > 20
    assert katsura.Search(game, "rave").run(simulations=200).simulations == 200


def _wins(state, action):
    player = state.current_player()
    after = state.child(action)
    return after.is_terminal() and after.returns()[player] == 1.0


def test_chance_of_open_spiel_is_searched():
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("pig(players=2,winscore=20,horizon=200)")
    result = katsura.Search(game, "uct").run(simulations=500)
    assert result.simulations == 500 and result.best in (0, 1)


@pytest.mark.parametrize("method", ["legal_actions", "apply_action", "is_terminal", "current_player", "returns", "clone"])
def test_an_exception_in_the_rules_is_raised_and_the_search_can_go_on(method):
    game = Failing(method)
    search = katsura.Search(game, "uct")
    with pytest.raises(RuntimeError, match=f"no {method} today"):
        search.run(simulations=5000)
    game.left[0] = 10**9
    kept = search.result.simulations
    assert search.run(simulations=100).simulations == kept + 100


@pytest.mark.parametrize("parallel", [{"kind": "root", "threads": 3}, {"kind": "tree", "threads": 3}, {"kind": "leaf", "threads": 3}])
def test_threads_and_exceptions_go_together(parallel):
    search = katsura.Search(TicTacToe(), "uct", parallel=parallel)
    assert search.run(simulations=300).simulations >= 300
    with pytest.raises(RuntimeError, match="no apply_action today"):
        katsura.Search(Failing("apply_action", 200), "uct", parallel=parallel).run(simulations=5000)


def test_wrong_answers_of_the_rules_are_named():
    class Wrong(TicTacToe):
        def legal_actions(self):
            return [70000]

    class Nobody(TicTacToe):
        def current_player(self):
            return 5

    class Rich(TicTacToe):
        def returns(self):
            return [7.0, -7.0]

    class Poor(TicTacToe):
        def returns(self):
            return [1.0, -1.0, 0.0]

    class Empty(TicTacToe):
        def legal_actions(self):
            return []

    for game, message in [
        (Wrong, "legal_actions\\(\\) gave 70000"),
        (Nobody, "current_player\\(\\) gave 5"),
        (Rich, "the result .*7 is out of range: -1 to 1"),
        (Poor, "expected 2 results, one for each player, found 3"),
        (Empty, "legal_actions\\(\\) gave nothing"),
    ]:
        with pytest.raises(ValueError, match=message):
            katsura.Search(game(), "uct").run(simulations=50)


def test_a_playout_function_decides():
    seen = []

    def playout(state):
        seen.append(state.history())
        return 1.0 if state.history()[:1] == [3] else -1.0

    result = katsura.Search(katsura.game("hex", size=3), "uct", playout=playout).run(simulations=300)
    assert result.best == 3 and result.means[0] > 0.95 and len(seen) > 100
    pair = katsura.Search(katsura.game("hex", size=3), "uct", playout=lambda state: [1.0, -1.0]).run(simulations=50)
    assert pair.means.max() == 1.0


BATCHES = [{"batch": 8}, {"parallel": {"kind": "batch", "leaves": 8}}, {"parallel": {"kind": "root", "threads": 8}}]


def same_tree(one, two):
    """Whether two searches have grown the same tree, and the same sums at the root."""
    columns = ("parent", "action", "visits", "mean", "prior")
    ours, theirs = one.tree(), two.tree()
    return one.result.visits.tolist() == two.result.visits.tolist() and all(np.array_equal(ours[name], theirs[name]) for name in columns)


@pytest.mark.parametrize("together", BATCHES)
def test_a_playout_function_for_batches_is_asked_for_many(together):
    sizes = []

    def playout(states):
        sizes.append(len(states))
        return np.array([1.0 if state.history()[:1] == [3] else -1.0 for state in states])

    def searched():
        search = katsura.Search(katsura.game("hex", size=5), "uct", playout_batch=playout, **together)
        assert search.run(simulations=800).simulations == 800
        return search

    first = searched()
    assert sum(sizes) == 800 and sizes.count(8) >= 95 and max(sizes) == 8, "no simulation ends in so small a tree"
    assert first.result.best == 3
    assert same_tree(first, searched()), "the same seed gives the same tree"


def test_a_batch_is_what_one_call_is_about_and_does_not_change_trees():
    def searched(**keywords):
        sizes = []

        def playout(states):
            sizes.append(len(states))
            return [float(len(state.history()) % 3 - 1) for state in states]

        search = katsura.Search(katsura.game("hex", size=4), "uct", seed=5, playout_batch=playout, **keywords)
        search.run(simulations=600)
        return search, max(sizes)

    for parallel, together in [({"kind": "root", "threads": 12}, 12), ({"kind": "batch", "leaves": 12}, 12), ({"kind": "none"}, 16)]:
        whole, largest = searched(parallel=parallel)
        assert largest == together
        if parallel["kind"] != "none":
            parts, largest = searched(parallel=parallel, batch=5)
            assert largest == 5 and same_tree(whole, parts)


def test_batches_are_not_for_threads_that_share_a_tree():
    def playout(states):
        return [0.0] * len(states)

    for kind in ("tree", "leaf"):
        with pytest.raises(ValueError, match="use parallel.kind = batch, root or none"):
            katsura.Search(katsura.game("hex", size=3), "uct", playout_batch=playout, parallel={"kind": kind})
    with pytest.raises(ValueError, match="a batch of 0 positions"):
        katsura.Search(katsura.game("hex", size=3), "uct", playout_batch=playout, batch=0)


def values(states, sizes):
    """The first player wins after action 7 only."""
    sizes.append(len(states))
    return [1.0 if state.history()[:1] == [7] else -1.0 for state in states]


def likes(states, actions, sizes):
    """Likes actions 7 and 3."""
    sizes.append(len(states))
    assert all(state.legal_actions() == list(legal) for state, legal in zip(states, actions))
    return [[{7: 0.75, 3: 0.5}.get(action, 0.25) for action in legal] for legal in actions]


@pytest.mark.parametrize("together", BATCHES)
@pytest.mark.parametrize("valued", ["playout_batch", "playout", "light playouts"])
def test_priors_of_batches_reach_the_tree(together, valued):
    asked, judged = [], []
    functions = {
        "playout_batch": {"playout_batch": lambda states: values(states, asked)},
        "playout": {"playout": lambda state: values([state], asked)},
        "light playouts": {},
    }[valued]

    def searched():
        def prior(states, actions):
            return likes(states, actions, judged)

        config = {"select": {"bias": {"kind": "progressive", "weight": 5.0}}}
        search = katsura.Search(katsura.game("hex", size=5), config, prior_batch=prior, **functions, **together)
        search.run(simulations=400)
        return search

    search = searched()
    priors = dict(zip(search.result.actions.tolist(), search.result.priors.tolist()))
    assert priors[7] == 0.75 and priors[3] == 0.5 and priors[0] == 0.25 and len(priors) == 25
    assert search.result.best == 7 or valued == "light playouts"
    below = search.tree()
    assert (below["prior"][(below["depth"] == 2) & (below["action"] == 3)] == 0.5).all()
    assert max(judged) == 8
    assert {"playout_batch": max(asked, default=0) == 8, "playout": set(asked) == {1}, "light playouts": asked == []}[valued]
    assert same_tree(search, searched())


def test_batches_of_positions_of_a_game_in_python():
    def playout(states):
        assert all(isinstance(state, TicTacToe) and not state.is_terminal() for state in states)
        for state in states:
            state.apply_action(state.legal_actions()[0])
        return [0.0] * len(states)

    def prior(states, actions):
        assert [state.legal_actions() for state in states] == actions
        return [[0.5] * len(legal) for legal in actions]

    won = TicTacToe([0, 3, 1, 4])
    for functions in [{"playout_batch": playout}, {"prior_batch": prior}, {"playout_batch": playout, "prior_batch": prior}]:
        result = katsura.Search(won, "uct", batch=4, **functions).run(simulations=300)
        assert result.best == 2 and result.simulations == 300, functions


def test_a_prior_function_guides_the_search():
    def prior(state, actions):
        return [1.0 if action == 7 else 0.0 for action in actions]

    bias = {"select": {"bias": {"kind": "progressive", "weight": 50.0}, "unvisited": {"kind": "none"}}}
    game = katsura.game("hex", size=4)
    assert katsura.Search(game, bias, prior=prior).run(simulations=40).best == 7
    many = katsura.Search(game, bias, prior_batch=lambda states, actions: [prior(*pair) for pair in zip(states, actions)], batch=4)
    assert many.run(simulations=40).best == 7
    with pytest.raises(ValueError, match="asks for priors, and there are none"):
        katsura.Search(TicTacToe(), bias)


def test_functions_that_refer_to_their_search_are_collected():
    class Agent:
        def __init__(self, name):
            self.search = katsura.Search(katsura.game("hex", size=3), "uct", **{name: getattr(self, name)})

        def playout(self, state):
            return 0.0

        def playout_batch(self, states):
            return [0.0] * len(states)

        def prior_batch(self, states, actions):
            return [[0.5] * len(legal) for legal in actions]

    agents = [Agent(name) for name in ("playout", "playout_batch", "prior_batch")]
    for agent in agents:
        agent.search.run(simulations=50)
    watched = [weakref.ref(agent) for agent in agents]
    del agents, agent
    gc.collect()
    assert [reference() for reference in watched] == [None] * 3


class Owner:
    """Owns a search of positions that know their owner, as a model does that its positions ask."""

    def __init__(self, **settings):
        self.search = katsura.Search(Owned(self), "uct", **settings)


class Owned(TicTacToe):
    """A position with an owner, which copies have, too."""

    def __init__(self, owner):
        super().__init__()
        self.owner = owner

    def clone(self):
        other = Owned(self.owner)
        other.board, other.moves = list(self.board), self.moves
        return other


@pytest.mark.parametrize("settings", [{}, {"parallel": {"kind": "root", "threads": 2}}])
def test_a_search_whose_positions_know_it_is_collected(settings):
    owner = Owner(**settings)
    owner.search.run(simulations=200)
    gc.collect()
    owner.search.advance(owner.search.best())
    assert owner.search.run(simulations=50).simulations >= 50, "the collector leaves alone what is in use"
    watched = weakref.ref(owner)
    del owner
    gc.collect()
    assert watched() is None


def test_positions_are_not_collected_while_a_search_uses_them():
    search = Owner().search
    for _ in range(5):
        result = search.run(simulations=100)
        gc.collect()
    assert result.simulations == 500 and search.state.legal_actions() == list(range(9))


FAILURES = """
import threading, time, katsura

together = threading.Barrier(3)

class Late(Exception):
    def __del__(self):
        time.sleep(0.3)  # lets go of the interpreter

def fails(state):
    together.wait(20)
    raise Late()

search = katsura.Search(katsura.game("hex", size=3), "uct", playout=fails, parallel={"kind": "tree", "threads": 3})
try:
    search.run(simulations=1000)
except Late:
    print("raised")
"""


def test_exceptions_in_several_threads_at_once_end_the_search():
    command = [sys.executable, "-c", FAILURES]
    assert subprocess.run(command, capture_output=True, text=True, timeout=60).stdout == "raised\n"


def test_wrong_answers_of_functions_are_named():
    game = katsura.game("hex", size=3)
    bias = {"select": {"bias": {"kind": "progressive", "weight": 50.0}, "unvisited": {"kind": "none"}}}
    for keywords, message in [
        ({"playout": lambda state: 3.0}, "out of range: -1 to 1"),
        ({"playout": lambda state: [1.0, 0.0, 0.0]}, "expected 2 results"),
        ({"playout_batch": lambda states: [1.0] * (len(states) + 1)}, "one for each position"),
        ({"prior": lambda state, actions: [0.5], "config": bias}, "one for each action"),
        ({"prior": lambda state, actions: [2.0] * len(actions), "config": bias}, "the prior 2 is out of range"),
        ({"playout_batch": lambda states: [[1.0, 0.0, 0.0]] * len(states)}, "expected 2 results"),
        ({"playout_batch": lambda states: [3.0] * len(states)}, "out of range: -1 to 1"),
        ({"prior_batch": lambda states, actions: []}, "one for each position, found 0"),
        ({"prior_batch": lambda states, actions: [[0.5]] * len(states)}, "expected 9 priors, one for each action, found 1"),
        ({"prior_batch": lambda states, actions: [[2.0] * len(legal) for legal in actions]}, "the prior 2 is out of range"),
    ]:
        with pytest.raises(ValueError, match=message):
            katsura.Search(game, keywords.pop("config", "uct"), **keywords).run(simulations=100)
    with pytest.raises(ZeroDivisionError):
        katsura.Search(game, "uct", playout=lambda state: 1 / 0).run(simulations=100)
    with pytest.raises(TypeError):
        katsura.Search(game, "uct", playout=lambda state: "win").run(simulations=100)
    with pytest.raises(TypeError):
        katsura.Search(game, "uct", playout_batch=lambda states: 0.5).run(simulations=100)
    with pytest.raises(TypeError, match="must be a function"):
        katsura.Search(game, "uct", playout=3)
    with pytest.raises(ValueError, match="must be uniform"):
        katsura.Search(game, "pool-rave", playout=lambda state: 0.0)
    with pytest.raises(ValueError, match="found both"):
        katsura.Search(game, "uct", playout=lambda s: 0.0, playout_batch=lambda s: [0.0])


@pytest.mark.parametrize("kind", ["none", "root"])
def test_ctrl_c_ends_a_search_in_python(kind):
    search = katsura.Search(TicTacToe(), "uct", parallel={"kind": kind})
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        search.run(seconds=60)
    assert search.run(simulations=50).simulations >= 50


@pytest.mark.parametrize("together", BATCHES)
@pytest.mark.parametrize("game", [TicTacToe, katsura.game("tic-tac-toe"), katsura.game("hex", size=7)])
def test_ctrl_c_ends_a_search_in_batches(together, game):
    search = katsura.Search(game, "uct", playout_batch=lambda states: [0.0] * len(states), **together)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        search.run(seconds=60)
    assert search.run(simulations=50).simulations >= 50


@pytest.mark.parametrize("parallel", [{"kind": "none"}, {"kind": "root", "threads": 2}, {"kind": "tree", "threads": 2}, {"kind": "leaf", "threads": 2}])
@pytest.mark.parametrize("asked", ["playout", "prior", "rules"])
def test_an_exception_costs_the_simulation_under_way_and_not_the_tree(parallel, asked):
    def interrupt(*arguments):
        calls.append(arguments)
        if len(calls) == stop_at[0]:
            raise KeyboardInterrupt
        return [0.5] * len(arguments[1]) if asked == "prior" else 0.0

    class Interrupted(TicTacToe):
        def apply_action(self, action):
            interrupt(self)
            super().apply_action(action)

    calls, stop_at = [], [150]
    config = {"select": {"bias": {"kind": "progressive", "weight": 1.0}}} if asked == "prior" else "uct"
    game = Interrupted() if asked == "rules" else katsura.game("hex", size=5)
    functions = {} if asked == "rules" else {asked: interrupt}
    search = katsura.Search(game, config, parallel=parallel, **functions)
    with pytest.raises(KeyboardInterrupt):
        search.run(simulations=2000)
    kept, tree = search.result, search.tree()
    assert 0 < kept.simulations < 2000 and kept.best is not None
    assert kept.visits.sum() == kept.simulations, "what was under way is not counted"
    assert tree["visits"][0] == tree["visits"][tree["depth"] == 1].sum()
    stop_at[0] = 0
    assert search.run(simulations=40).simulations == kept.simulations + 40, "the search goes on"


def test_a_tree_after_an_exception_is_that_of_the_simulations_before_it():
    left = [100]

    def playout(state):
        left[0] -= 1
        if left[0] < 0:
            raise RuntimeError("no more")
        return 1.0 if state.history()[0] % 2 else -1.0

    broken = katsura.Search(katsura.game("hex", size=5), "uct", seed=3, playout=playout)
    with pytest.raises(RuntimeError, match="no more"):
        broken.run(simulations=1000)
    left[0] = 10**9
    whole = katsura.Search(katsura.game("hex", size=5), "uct", seed=3, playout=playout)
    whole.run(simulations=100)
    one, two = broken.tree(), whole.tree()
    assert broken.result.simulations == 100
    assert all(np.array_equal(one[name], two[name]) for name in ("parent", "action", "visits", "mean"))


@pytest.mark.parametrize("together", BATCHES)
@pytest.mark.parametrize("asked", ["playout_batch", "prior_batch"])
def test_an_exception_costs_the_simulations_under_way_and_not_the_tree(together, asked):
    def playout(states):
        return [float(len(state.history()) % 2) for state in states]

    def prior(states, actions):
        return [[0.5] * len(legal) for legal in actions]

    def counted(*arguments):
        left[0] -= 1
        if left[0] < 0:
            raise RuntimeError("no more")
        return {"playout_batch": playout, "prior_batch": prior}[asked](*arguments)

    left = [20]
    broken, whole = (katsura.Search(katsura.game("hex", size=5), "uct", seed=3, **{asked: counted}, **together) for _ in range(2))
    with pytest.raises(RuntimeError, match="no more"):
        broken.run(simulations=1000)
    kept = broken.result.simulations
    assert 100 < kept < 1000
    assert asked == "prior_batch" or kept == broken.result.visits.sum() == 160, "20 whole rounds of 8 leaves"
    left[0] = 10**9
    whole.run(simulations=kept)
    assert same_tree(broken, whole)
    assert broken.run(simulations=40).simulations == kept + 40, "the search goes on"


@pytest.mark.parametrize("together", BATCHES)
def test_an_exception_of_the_rules_ends_a_search_in_batches(together):
    search = katsura.Search(Failing("apply_action", 200), "uct", playout_batch=lambda states: [0.0] * len(states), **together)
    with pytest.raises(RuntimeError, match="no apply_action today"):
        search.run(simulations=5000)


class Dice(TicTacToe):
    """Somebody moves, then a die falls; who has the higher sum after three throws wins."""

    outcomes = [(action, 1 / 6) for action in range(6)]

    def current_player(self):
        return -1 if self.moves % 2 else self.moves // 2 % 2

    def legal_actions(self):
        return [0, 1]

    def chance_outcomes(self):
        return self.outcomes

    def apply_action(self, action):
        self.board[self.moves] = action
        self.moves += 1

    def is_terminal(self):
        return self.moves == 6

    def returns(self):
        return [1.0, -1.0] if sum(self.board[1:6:2]) > 7 else [-1.0, 1.0]


@pytest.mark.parametrize("together", BATCHES)
def test_batches_leave_chance_to_the_rules(together):
    def playout(states):
        return [0.0] * len(states)

    def prior(states, actions):
        assert all(state.current_player() >= 0 for state in states) and set(map(tuple, actions)) == {(0, 1)}
        return [[0.5, 0.5]] * len(states)

    search = katsura.Search(Dice(), "uct", playout_batch=playout, prior_batch=prior, **together)
    assert search.run(simulations=400).simulations == 400


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ([(0, 0.5), (3, float("nan"))], "chance_outcomes\\(\\) gave action 3 the probability NaN: expected 0 to 1"),
        ([(0, 1.5), (4, -0.5)], "gave action 0 the probability 1.5"),
        ([(0, 0.75), (4, -0.25), (5, 0.5)], "gave action 4 the probability -0.25"),
        ([(0, 0.5), (2, 0.25)], "actions \\[0, 2\\] add up to 0.75: expected 1"),
        ([], "chance_outcomes\\(\\) gave nothing"),
        ([(-3, 1.0)], "chance_outcomes\\(\\) gave -3: expected 0 to"),
        ([(2**70, 1.0)], "chance_outcomes\\(\\) gave 1180591620717411303424 is out of range"),
    ],
)
def test_wrong_probabilities_of_chance_are_named(outcomes, message):
    assert katsura.Search(Dice(), "uct").run(simulations=200).simulations == 200
    wrong = Dice()
    wrong.outcomes = outcomes
    with pytest.raises(ValueError, match=message):
        katsura.Search(wrong, "uct").run(simulations=50)


@pytest.mark.parametrize("preset", ["uct", "pool-rave", "gobble"])
@pytest.mark.parametrize("kind", ["none", "root", "tree", "leaf", "batch"])
def test_legal_actions_that_change_are_an_error_and_no_panic(kind, preset):
    calls = []

    class Fickle(TicTacToe):
        def legal_actions(self):
            calls.append(self)
            return [cell for cell in super().legal_actions() if self.moves > 6 or cell % 3 != len(calls) % 3] or super().legal_actions()

        def apply_action(self, action):
            self.board[action] = self.moves % 2
            self.moves += 1

    if kind == "batch" and preset != "uct":
        pytest.skip("batches are for light playouts without AMAF")
    search = katsura.Search(Fickle(), preset, parallel={"kind": kind})
    try:
        while (best := search.run(simulations=200).best) is not None:
            search.advance(best)
    except (RuntimeError, ValueError) as error:
        assert "the legal actions changed between two calls in one position" in str(error) or "is illegal" in str(error)


def test_legal_actions_that_change_are_named():
    class Fickle(TicTacToe):
        calls = []

        def legal_actions(self):
            self.calls.append(1)
            return [len(self.calls) % 9]

    search = katsura.Search(Fickle(), "uct")
    search.best()
    with pytest.raises(RuntimeError, match="the legal actions changed between two calls in one position, action 1 among them"):
        search.best()


class Shared:
    """Both players may win: whoever moves first chooses whether."""

    def __init__(self, utility_sum=None):
        self.moves, self.total = [], utility_sum

    def current_player(self):
        return -4 if self.is_terminal() else len(self.moves)

    def legal_actions(self):
        return [0, 1]

    def apply_action(self, action):
        self.moves.append(action)

    def is_terminal(self):
        return len(self.moves) == 2

    def returns(self):
        return [1.0, 1.0] if self.moves == [0, 0] else [-1.0, 1.0]

    def num_distinct_actions(self):
        return 2

    def utility_sum(self):
        return self.total


def test_two_players_share_unless_the_game_says_that_they_do_not():
    general = katsura.Search(Shared(), "uct", seed=1)
    assert general.run(simulations=300).best == 0
    for overrides in ({"solver": "win_loss"}, {"backup__kind": "max"}):
        with pytest.raises(ValueError, match="search"):
            katsura.Search(Shared(), "uct", **overrides)
    with pytest.raises(ValueError, match="add up to 2"):
        katsura.Search(Shared(utility_sum=0.0), "uct", seed=1).run(simulations=300)


class Rounds(Shared):
    """A coin is thrown before the first move; outcomes become children as they are drawn."""

    def current_player(self):
        return -4 if self.is_terminal() else (-1 if not self.moves else len(self.moves) - 1)

    def chance_outcomes(self):
        return [(0, 0.5), (1, 0.5)]

    def is_terminal(self):
        return len(self.moves) == 3

    def returns(self):
        return [1.0, -1.0] if self.moves[0] == self.moves[1] else [-1.0, 1.0]


def test_batches_with_priors_go_through_chance_that_is_drawn():
    def priors(states, actions):
        return [[0.5] * len(moves) for moves in actions]

    for chance in ({"kind": "sparse", "outcomes": 2}, {"kind": "widening"}):
        search = katsura.Search(Rounds(0.0), "uct", prior_batch=priors, batch=1, chance=chance, seed=2)
        assert search.run(simulations=400).simulations == 400
