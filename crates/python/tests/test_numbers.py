"""Numbers that are too small or too large are a ValueError, whoever is given them."""

import json

import katsura
import pytest
from katsura import _native, lab
from katsura.vector import Boards

GAME = katsura.game("hex", size=3)
STATE = GAME.new_initial_state()
SEARCH = katsura.Search(GAME, "uct")
BOARDS = Boards("hex", 3, size=3)
BOARD = _native.BoardEnv(GAME)
WORK = _native.match_work(GAME.to_json(), ("uct", "uct"), (5, None), 0, 1, None)

#: For each name a call with a number that has to be in some range.
CALLS = {
    "size": lambda number: katsura.game("hex", size=number),
    "after": lambda number: GAME.after([number]),
    "apply_action": lambda number: STATE.clone().apply_action(number),
    "undo_action": lambda number: GAME.after([0]).undo_action(0, number),
    "action_to_string": lambda number: STATE.action_to_string(number),
    "player_return": lambda number: STATE.player_return(number),
    "seed": lambda number: katsura.Search(GAME, "uct", seed=number),
    "simulations": lambda number: SEARCH.run(simulations=number),
    "seconds": lambda number: SEARCH.run(seconds=number),
    "advance": lambda number: SEARCH.advance(number),
    "restart": lambda number: SEARCH.restart([number]),
    "restart seed": lambda number: SEARCH.restart(seed=number),
    "max_nodes": lambda number: SEARCH.tree(max_nodes=number),
    "min_visits": lambda number: SEARCH.tree(min_visits=number),
    "max_depth": lambda number: SEARCH.tree(max_depth=number),
    "boards": lambda number: Boards("hex", number),
    "history": lambda number: Boards("hex", 3, history=number),
    "boards seed": lambda number: BOARDS.reset(seed=number),
    "board": lambda number: _native.BoardEnv(GAME, number),
    "board seed": lambda number: BOARD.reset(number),
    "planes": lambda number: BOARD.planes(number),
    "move_of": lambda number: BOARD.move_of(number),
    "action_of": lambda number: BOARD.action_of(number),
    "match simulations": lambda number: lab.match("hex", "uct", "uct", simulations=number, games=2, size=3),
    "match seed": lambda number: lab.match("hex", "uct", "uct", simulations=2, games=2, seed=number, size=3),
    "match plies": lambda number: lab.match("hex", "uct", "uct", simulations=2, games=2, openings_plies=number, size=3),
    "match games": lambda number: lab.match("hex", "uct", "uct", simulations=2, games=number, size=3),
    "job_count": lambda number: _native.job_count(WORK, number),
    "play": lambda number: _native.play(WORK, number, number, 1),
    "verify": lambda number: lab.verify("nowhere", games=number),
    "program seconds": lambda number: katsura.GtpProgram("cat", seconds=number),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("number", [-1, -(2**70), 2**70, 10**5000], ids=["negative", "low", "high", "many digits"])
def test_a_number_out_of_range_is_a_value_error(name, number):
    with pytest.raises(ValueError):
        CALLS[name](number)


def test_the_number_and_the_range_are_named():
    with pytest.raises(ValueError, match="-1 is out of range: 0 to 18446744073709551615"):
        SEARCH.run(simulations=-1)
    with pytest.raises(ValueError, match="1180591620717411303424 is out of range: -9223372036854775808 to 9223372036854775807"):
        STATE.apply_action(2**70)
    with pytest.raises(ValueError, match="a number of many digits is out of range"):
        STATE.apply_action(10**5000)
    with pytest.raises(TypeError):
        SEARCH.run(simulations="many")
    with pytest.raises(TypeError):
        STATE.apply_action(1.5)


@pytest.mark.parametrize(("method", "answer"), [("current_player", 2**70), ("legal_actions", [2**70]), ("returns", [10**400, 0])])
def test_numbers_of_a_game_in_python_are_named_with_their_method(method, answer):
    class Game:
        def __init__(self):
            self.over = method == "returns"

        def current_player(self):
            return 0

        def legal_actions(self):
            return [0]

        def apply_action(self, action):
            self.over = True

        def is_terminal(self):
            return self.over

        def returns(self):
            return [1.0, -1.0]

    game = Game()
    game.over = False
    setattr(Game, method, lambda self: answer)
    with pytest.raises(ValueError, match=rf"{method}\(\) gave .* is out of range"):
        katsura.Search(game, "uct").run(simulations=10)


def test_good_numbers_are_accepted_in_all_their_types():
    import numpy as np

    state = STATE.clone()
    state.apply_action(np.int64(4))
    assert state.history() == [4] and json.loads(GAME.to_json())["size"] == 3
    assert katsura.Search(GAME, "uct").run(simulations=np.uint8(20)).simulations == 20
