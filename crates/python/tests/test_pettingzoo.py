"""PettingZoo environments."""

import copy
import pickle
import warnings

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo")
from katsura.pettingzoo import go_exact_v0, go_v5, havannah_v0, hex_v0, reversi_v0  # noqa: E402
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

ALL = [
    (go_v5, {"board_size": 5}),
    (go_exact_v0, {"size": 5}),
    (havannah_v0, {"size": 4}),
    (hex_v0, {"size": 5}),
    (reversi_v0, {}),
]


@pytest.mark.parametrize(("module", "parameters"), ALL)
def test_the_tests_of_pettingzoo_pass(module, parameters):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(module.env(**parameters), num_cycles=200)
        api_test(module.raw_env(**parameters), num_cycles=200)
        seed_test(lambda: module.env(**parameters), num_cycles=100)
        render_test(lambda **keywords: module.env(**parameters, **keywords), {"svg": lambda text: text.startswith("<svg")})


def same(ours, theirs, place):
    assert ours.agents == theirs.agents and ours.agent_selection == theirs.agent_selection, place
    for agent in ours.agents:
        mine, other = ours.observe(agent), theirs.observe(agent)
        for name in ("observation", "action_mask"):
            assert mine[name].dtype == other[name].dtype and mine[name].shape == other[name].shape
            assert mine[name].tobytes() == other[name].tobytes(), (place, agent, name)
    for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
        assert getattr(ours, name) == getattr(theirs.unwrapped, name), (place, name)


def replay_side_by_side(size, komi, games, longest, chance):
    """Random games, every observation of both agents compared byte by byte; how many moves."""
    from pettingzoo.classic import go_v5 as original

    ours, theirs, moves = go_v5.env(board_size=size, komi=komi), original.env(board_size=size, komi=komi), 0
    for game in range(games):
        ours.reset(seed=game)
        theirs.reset(seed=game)
        for ply in range(longest):
            same(ours, theirs, (size, game, ply))
            seen, _, termination, truncation, _ = ours.last()
            if termination or truncation:
                break
            legal = np.flatnonzero(seen["action_mask"])
            action = int(legal[chance.integers(len(legal))])
            ours.step(action)
            theirs.step(action)
            moves += 1
        while ours.agents and (ours.terminations[ours.agent_selection] or ours.truncations[ours.agent_selection]):
            same(ours, theirs, (size, game, "end"))
            ours.step(None)
            theirs.step(None)
            assert ours.agents == theirs.agents
    return moves


def test_go_v5_is_pettingzoos_bit_by_bit():
    """1,000 random games on boards of several sizes, one size after the other: PettingZoo's has its size in a global."""
    chance = np.random.default_rng(11)
    moves = 0
    for size, komi, games, longest in [
        (3, 0.5, 500, 60),
        (2, 0.0, 200, 30),
        (4, 7.5, 200, 90),
        (5, 7.5, 70, 150),
        (9, 7.5, 24, 150),
        (19, 7.5, 6, 80),
    ]:
        moves += replay_side_by_side(size, komi, games, longest, chance)
    assert moves > 15_000


def test_an_illegal_action_is_pettingzoos():
    from pettingzoo.classic import go_v5 as original

    ours, theirs = go_v5.env(board_size=5), original.env(board_size=5)
    for env in (ours, theirs):
        env.reset()
        env.step(7)
        env.last()
        env.step(7)
    same(ours, theirs, "illegal")
    assert ours.rewards == {"black_0": 0, "white_0": -1.0}
    with pytest.raises(AssertionError):
        fresh = go_v5.env(board_size=5)
        fresh.reset()
        fresh.step(26)


def test_boards_of_different_sizes_live_side_by_side():
    """PettingZoo's dies with KeyError here: difference 1."""
    large, small = go_v5.env(board_size=9), go_v5.env(board_size=5)
    large.reset()
    small.reset()
    large.step(80)
    small.step(24)
    assert large.last()[0]["observation"].shape == (9, 9, 17)


def test_the_exact_environment_differs_where_it_must():
    exact = go_exact_v0.env(size=5, komi=0)
    exact.reset()
    exact.step(0)
    white = exact.observe("white_0")["observation"]
    black = exact.observe("black_0")["observation"]
    assert white[0, 0, 1] and not white[0, 0, 0], "difference 2: the observer's stones come first"
    assert black[0, 0, 0] and not black[0, 0, 1]
    assert white[:, :, 16].all() and not black[:, :, 16].any()
    exact.step(25)
    exact.step(25)
    exact.reset()
    exact.step(25)
    exact.step(25)
    assert exact.rewards == {"black_0": 0.0, "white_0": 0.0}, "difference 3: a draw is a draw"
    assert not exact.last()[0]["action_mask"].any(), "difference 4: after the end nothing is legal"


def test_superko_is_exact():
    """What superko forbids beyond simple ko repeats a board, and what it allows repeats none: in random games on 3x3 every move is tried."""
    chance, differs = np.random.default_rng(3), 0
    simple, exact = go_v5.env(board_size=3, komi=0.5), go_exact_v0.env(size=3, komi=0.5)
    for _ in range(300):
        simple.reset()
        exact.reset()
        seen = {_stones(simple.board)}
        for _ in range(60):
            one, two = simple.last()[0]["action_mask"], exact.last()[0]["action_mask"]
            if simple.terminations["black_0"]:
                break
            for action in np.flatnonzero(one != two):
                assert one[action] and not two[action], "superko only forbids"
                after = simple.board
                after.apply_action(simple._board.move_of(int(action)))
                assert _stones(after) in seen, "what it forbids would repeat a board"
                differs += 1
            for action in np.flatnonzero(two):
                if action < 9:
                    after = exact.board
                    after.apply_action(exact._board.move_of(int(action)))
                    assert _stones(after) not in seen, "what it allows repeats none"
            action = int(chance.choice(np.flatnonzero(two)))
            simple.step(action)
            exact.step(action)
            seen.add(_stones(exact.board))
    assert differs > 5


def _stones(state):
    """What stands on the board, whoever is to move."""
    return tuple(state.observation_tensor()[:18])


@pytest.mark.parametrize(("module", "parameters"), ALL)
def test_environments_survive_pickling_and_order_is_enforced(module, parameters):
    env = pickle.loads(pickle.dumps(module.env(**parameters)))
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agents
    env.reset()
    with pytest.raises(ValueError, match="unknown render mode"):
        module.env(**parameters, render_mode="3d")
    iterator = env.agent_iter()
    next(iterator)
    with pytest.raises(AssertionError, match="need to call step"):
        next(iterator)


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("kind", ["env", "raw_env"])
@pytest.mark.parametrize(("module", "parameters"), ALL)
def test_a_copy_goes_on_from_the_same_position(module, parameters, kind, copied):
    env = getattr(module, kind)(**parameters)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    other = copied(env)
    assert other.board.history() == env.board.history() and other.agent_selection == env.agent_selection
    assert (other.last()[0]["observation"] == env.last()[0]["observation"]).all()
    other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[0]))
    assert len(other.board.history()) == 4 and len(env.board.history()) == 3, "the environment is as it was"


def test_raw_environments_raise_on_illegal_actions():
    env = hex_v0.raw_env(size=3)
    env.reset()
    env.step(4)
    with pytest.raises(ValueError, match="illegal"):
        env.step(4)
    with pytest.raises(TypeError):
        env.step("a1")


def test_white_begins_after_a_handicap():
    env = go_exact_v0.raw_env(size=9, handicap=2)
    env.reset()
    assert env.agent_selection == "white_0"
    env.step(0)
    assert env.agent_selection == "black_0"


@pytest.mark.parametrize("kind", ["env", "raw_env"])
@pytest.mark.parametrize(("module", "parameters"), ALL)
def test_an_array_that_holds_an_action_is_one(module, parameters, kind):
    one, two = (getattr(module, kind)(**parameters) for _ in range(2))
    for env, read in ((one, int), (two, np.array)):
        env.reset()
        env.step(read(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert one.board.history() == two.board.history() != []


@pytest.mark.parametrize("action", [3.0, np.array(3.0), np.array([3, 4]), -1, np.array(99), "a1"])
def test_what_is_not_in_the_action_space_is_refused(action):
    env = go_v5.env(board_size=5)
    env.reset()
    with pytest.raises(AssertionError, match="action is not in action space"):
        env.step(action)
