"""Gymnasium environments and many boards together."""

import copy
import multiprocessing
import pickle
import shutil
import sys
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from katsura.gymnasium import BoardGame  # noqa: E402
from katsura.vector import Boards  # noqa: E402


@pytest.mark.parametrize(
    ("name", "parameters"),
    [("go", {"size": 5}), ("havannah", {"size": 3}), ("hex", {"size": 4}), ("reversi", {}), ("connect-four", {}), ("tic-tac-toe", {})],
)
def test_the_checker_of_gymnasium_passes(name, parameters):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(BoardGame(name, render_mode="rgb_array", **parameters), skip_render_check=False)
        title = "".join(part.capitalize() for part in name.split("-"))
        made = gymnasium.make(f"katsura/{title}-v0", opponent="random", **parameters)
    made.reset(seed=1)


def play(env, seed, chance):
    observation, info = env.reset(seed=seed)
    while True:
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, terminated, _, info = env.step(action)
        assert env.observation_space.contains(observation)
        if terminated:
            return reward


@pytest.mark.parametrize("player", [0, 1, None])
def test_games_are_played_to_their_end_and_repeat(player):
    def results():
        chance = np.random.default_rng(2)
        env = BoardGame("tic-tac-toe", opponent="uct", simulations=60, player=player)
        return [play(env, seed, chance) for seed in range(12)]

    first = results()
    assert first == results() and sum(first) < 0, "a search beats chance"


def test_an_illegal_action_loses_and_nothing_follows_the_end():
    env = BoardGame("hex", size=3)
    env.reset(seed=1)
    taken = int(np.flatnonzero(env.step(4)[4]["action_mask"] == 0)[0])
    _, reward, terminated, _, _ = env.step(taken)
    assert (reward, terminated) == (-1.0, True)
    with pytest.raises(ValueError, match="call reset"):
        env.step(0)
    env.reset()
    with pytest.raises(TypeError, match="whole number"):
        env.step("a1")
    with pytest.raises(ValueError, match="player 2"):
        BoardGame("hex", player=2)
    assert env.action_masks().dtype == bool


@pytest.mark.parametrize("mode", ["ansi", "svg", "rgb_array"])
def test_boards_are_rendered(mode):
    env = BoardGame("havannah", size=3, render_mode=mode)
    env.reset(seed=1)
    env.step(0)
    assert len(env.render()) > 10


@pytest.mark.skipif(not shutil.which("/usr/games/gnugo"), reason="GNU Go is not installed")
def test_a_gtp_program_is_an_opponent():
    env = BoardGame("go", size=5, opponent="gtp: /usr/games/gnugo --mode gtp --level 1", komi=0.5)
    chance = np.random.default_rng(1)
    assert play(env, 1, chance) == -1.0
    with pytest.raises(ValueError, match="a GTP program plays Go"):
        BoardGame("hex", opponent="gtp: /usr/games/gnugo --mode gtp")


def test_many_boards_are_as_many_single_ones():
    from katsura._native import BoardEnv

    count, chance = 50, np.random.default_rng(4)
    boards = Boards("go", count, size=5, history=8)
    singles = [BoardEnv(boards.game, 8) for _ in range(count)]
    ended = 0
    for _ in range(120):
        for number, single in enumerate(singles):
            turn = single.turn()
            assert turn == boards.turns[number]
            assert np.array_equal(single.planes(turn), boards.observations[number])
            assert np.array_equal(single.mask(), boards.action_masks[number])
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in boards.action_masks])
        _, rewards, terminated = boards.step(actions)
        for number, single in enumerate(singles):
            over = single.step(int(actions[number])) == -4
            assert over == terminated[number]
            assert rewards[number].tolist() == single.returns()
            if over:
                single.reset()
                ended += 1
    assert ended > 10


def test_many_boards_show_what_go_v5_shows():
    from katsura.pettingzoo import go_v5

    boards, env = Boards("go", 2, compat="v5", size=5), go_v5.env(board_size=5)
    env.reset()
    for action in (12, 7, 25, 3, 2):
        seen = env.last()[0]
        assert seen["observation"].tobytes() == boards.observations[1].tobytes()
        assert seen["action_mask"].tobytes() == boards.action_masks[1].tobytes()
        boards.step([action, action])
        env.step(action)


def test_wrong_actions_on_many_boards_change_nothing():
    boards = Boards("hex", 4, size=3)
    boards.step([0, 1, 2, 3])
    before = boards.observations.copy()
    with pytest.raises(ValueError, match="action 2 is illegal on board 2; nothing was done"):
        boards.step([1, 2, 2, 4])
    with pytest.raises(ValueError, match="shape"):
        boards.step([1, 2])
    with pytest.raises(TypeError, match="whole numbers"):
        boards.step([0.5] * 4)
    with pytest.raises(ValueError, match="illegal"):
        boards.step([99] * 4)
    assert np.array_equal(before, boards.observations)
    with pytest.raises(ValueError, match="expected 1 to"):
        Boards("hex", 0)
    assert Boards("hex", 3, observe=False).reset() is None


def test_random_actions_are_legal_and_repeat():
    boards = Boards("reversi", 64)

    def course():
        boards.reset(seed=9)
        taken = []
        for _ in range(30):
            actions = boards.sample().copy()
            assert boards.action_masks[np.arange(64), actions].all()
            boards.step(actions)
            taken.append(actions)
        return np.array(taken)

    assert np.array_equal(course(), course())


def _step(boards, status):
    boards.step(boards.sample())
    status.value = int(boards.action_masks.sum())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not fork by default")
def test_boards_are_stepped_in_a_forked_process():
    boards = Boards("connect-four", 1000)
    boards.reset(seed=3)
    boards.step(boards.sample())
    fork = multiprocessing.get_context("fork")
    status = fork.Value("q", 0)
    child = fork.Process(target=_step, args=(boards, status))
    child.start()
    child.join(60)
    if child.is_alive():
        child.kill()
        pytest.fail("the child waits for threads that only its parent has")
    assert child.exitcode == 0
    boards.step(boards.sample())
    assert status.value == int(boards.action_masks.sum()), "the child does what the parent does"


COPIES = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


@pytest.mark.parametrize("copied", COPIES)
@pytest.mark.parametrize("opponent", ["random", "uct"])
def test_an_environment_is_copied_and_pickled(copied, opponent):
    env = BoardGame("go", size=5, opponent=opponent, simulations=20, boards=3, komi=0.5)
    copied(env).reset(seed=1)
    env.reset(seed=1)
    env.step(12)
    other, again = copied(env), copied(env)
    assert (env._observation() == other._observation()).all() and env.board.history() == other.board.history()
    moves = [int(np.flatnonzero(env.action_masks())[place]) for place in (0, 3)]
    for action in moves:
        assert all((one == two).all() for one, two in zip(other.step(action)[:1], again.step(action)[:1]))
    assert len(env.board.history()) == 2, "the environment is as it was"
    if opponent == "random":
        assert [env.step(action)[1:3] for action in moves] and env.board.history() == other.board.history()


def test_a_gtp_program_is_not_copied():
    env = BoardGame("go", size=5, opponent="gtp: cat")
    for copied in COPIES:
        with pytest.raises(TypeError, match="GTP program cannot be copied or pickled"):
            copied(env)


@pytest.mark.parametrize("action", [3, np.int64(3), np.array(3), np.array(3, dtype=np.uint8)])
def test_whatever_is_in_the_action_space_is_an_action(action):
    env = BoardGame("tic-tac-toe")
    env.reset(seed=1)
    assert env.action_space.contains(np.asarray(action))
    env.step(action)
    assert env.board.history()[0] == env.move_of(3)


@pytest.mark.parametrize("action", [3.0, np.float64(3), np.array(3.0), np.array([3, 4]), None])
def test_what_is_no_whole_number_is_no_action(action):
    env = BoardGame("tic-tac-toe")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="an action is a whole number, not "):
        env.step(action)
    assert env.board.history() == []


class Resigns:
    """An opponent that gives up when this many moves have been made."""

    def __init__(self, plies):
        self.plies = plies

    def reset(self, seed):
        pass

    def choose(self, state):
        return -1 if len(state.history()) >= self.plies else state.legal_actions()[0]


@pytest.mark.parametrize("plies", [0, 1])
def test_an_opponent_that_gives_up_before_the_first_action_has_lost(plies):
    for player in (1, None):
        env = BoardGame("go", size=5, player=player, opponent=Resigns(plies), handicap=0)
        for seed in range(4):
            _, info = env.reset(seed=seed)
            before = len(env.board.history())
            _, reward, terminated, truncated, _ = env.step(int(np.flatnonzero(info["action_mask"])[0]))
            if plies == 0 and info["player"] == 1:
                assert before == 0 and env.board.history() == [], "nobody moves for the opponent"
            if plies == 0 or info["player"] == 0:
                assert (reward, terminated, truncated) == (1.0, True, False)
                with pytest.raises(ValueError, match="call reset"):
                    env.step(0)


def test_planes_are_those_of_a_player():
    import katsura
    from katsura._native import BoardEnv

    board = BoardEnv(katsura.game("go", size=3), 1, False)
    for player in (2, 255, 256):
        with pytest.raises(ValueError, match=f"player {player}: expected 0 or 1"):
            board.planes(player)
        with pytest.raises(ValueError, match=f"player {player}: expected 0 or 1"):
            board.observe(player, True)
    assert set(board.planes(1).view(np.uint8).flatten()) <= {0, 1}
