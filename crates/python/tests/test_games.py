"""Games and positions."""

import copy
import pickle
import random

import katsura
import numpy as np
import pytest


def random_state(name, seed, plies=1000, **parameters):
    state = katsura.game(name, **parameters).new_initial_state()
    chance = random.Random(seed)
    while not state.is_terminal() and state.move_number() < plies:
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", katsura.games())
def test_every_game_is_played_to_its_end(name):
    state = random_state(name, 1)
    assert state.is_terminal() and state.current_player() == -4
    assert sum(state.returns()) == pytest.approx(0.0) or state.num_players() == 1
    assert state.legal_actions() == [] and not any(state.legal_actions_mask())
    again = state.get_game().after(state.history())
    assert again.key() == state.key() and str(again) == str(state)


def test_a_position_has_the_methods_of_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    ours = katsura.game("tic-tac-toe").new_initial_state()
    theirs = pyspiel.load_game("tic_tac_toe").new_initial_state()
    new_in_theirs = {"to_json", "to_struct", "to_dict"}
    wanted = {
        "current_player", "legal_actions", "legal_actions_mask", "apply_action", "undo_action", "action_to_string",
        "string_to_action", "is_terminal", "returns", "rewards", "player_return", "is_chance_node", "chance_outcomes",
        "observation_string", "observation_tensor", "information_state_string", "clone", "serialize", "history",
        "history_str", "move_number", "num_players", "num_distinct_actions", "get_game", "is_simultaneous_node",
        "apply_actions", "child", "full_history", "is_initial_state", "is_player_node",
    }  # fmt: skip
    assert wanted - new_in_theirs <= set(dir(ours)) & set(dir(theirs))
    for _ in range(4):
        action = ours.legal_actions()[0]
        name = ours.action_to_string(ours.current_player(), action)
        assert ours.string_to_action(name) == action
        ours.apply_action(action)
    assert ours.serialize() == "".join(f"{action}\n" for action in ours.history())
    assert ours.get_game().deserialize_state(ours.serialize()).key() == ours.key()


def test_illegal_actions_raise_and_change_nothing():
    state = katsura.game("go", size=5).new_initial_state()
    state.apply_action(12)
    before = str(state)
    with pytest.raises(ValueError, match=r"action 12 \(C3\) is illegal in this position"):
        state.apply_action(12)
    with pytest.raises(ValueError, match="action 26 is out of range: 0 to 25"):
        state.apply_action(26)
    with pytest.raises(ValueError, match="action -1 is out of range"):
        state.apply_action(-1)
    with pytest.raises(TypeError):
        state.apply_action("12")
    with pytest.raises(TypeError):
        state.apply_action(1.5)
    with pytest.raises(ValueError, match="is not a move: expected a point from A1 to E5"):
        state.play("Z9")
    assert str(state) == before


def test_a_move_after_the_end_is_refused():
    state = katsura.game("go", size=5).new_initial_state()
    state.play("pass")
    state.play("pass")
    with pytest.raises(ValueError, match="the game is over: action 0 cannot be played"):
        state.apply_action(0)


def test_copies_are_independent():
    state = random_state("hex", 2, plies=5, size=5)
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other.history() == state.history()
        other.apply_action(other.legal_actions()[0])
        assert len(other.history()) == len(state.history()) + 1


def test_moves_can_be_taken_back():
    state = random_state("reversi", 3, plies=10)
    before = state.key()
    player, action = state.current_player(), state.legal_actions()[0]
    state.apply_action(action)
    state.undo_action(player, action)
    assert state.key() == before
    with pytest.raises(ValueError, match="the last action was"):
        state.undo_action(player, 9999)
    with pytest.raises(ValueError, match="there is no move to take back"):
        katsura.game("nim").new_initial_state().undo_action()


def test_unknown_names_and_parameters_are_errors_that_name_the_known_ones():
    with pytest.raises(ValueError, match="known: go, havannah"):
        katsura.game("chess")
    with pytest.raises(ValueError, match="known here"):
        katsura.game("go", width=9)
    with pytest.raises(ValueError, match="out of range"):
        katsura.game("go", size=99)


def test_the_observation_shows_the_stones():
    state = katsura.game("go", size=3).new_initial_state()
    state.play("A1")
    state.play("C3")
    tensor = np.array(state.observation_tensor()).reshape(state.get_game().observation_tensor_shape())
    assert tensor.shape == (3, 3, 3)
    assert tensor[0].tolist() == [[0, 0, 0], [0, 0, 0], [1, 0, 0]]
    assert tensor[1].tolist() == [[0, 0, 1], [0, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize("name", katsura.games())
def test_boards_are_drawn(name):
    from katsura import render

    state = random_state(name, 4, plies=6)
    assert render.text(state) == str(state)
    assert render.svg(state).endswith("</svg>")
    image = render.rgb(state, 120)
    assert image.dtype == np.uint8 and image.shape[1:] == (120, 3)


@pytest.mark.parametrize("name", katsura.games())
def test_legal_actions_come_in_ascending_order(name):
    state, chance = katsura.game(name).new_initial_state(), random.Random(5)
    for _ in range(60):
        actions = state.legal_actions()
        assert actions == sorted(actions) and len(set(actions)) == len(actions)
        assert actions == np.flatnonzero(state.action_mask()).tolist()
        if state.is_terminal():
            break
        state.apply_action(chance.choice(actions))


def test_children_histories_and_kinds_of_nodes_are_those_of_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    ours = katsura.game("tic-tac-toe").new_initial_state()
    theirs = pyspiel.load_game("tic_tac_toe").new_initial_state()
    assert ours.is_initial_state() and ours.is_player_node() and ours.full_history() == []
    child = ours.child(4)
    assert child.history() == [4] and ours.history() == [] and not child.is_initial_state()
    with pytest.raises(ValueError, match="is illegal in this position"):
        child.child(4)
    for action in (0, 3, 1, 4, 2):
        assert ours.is_player_node() == theirs.is_player_node()
        ours.apply_action(action)
        theirs.apply_action(action)
        assert ours.is_initial_state() == theirs.is_initial_state()
    told = [[(step.player, step.action) for step in state.full_history()] for state in (ours, theirs)]
    assert told[0] == told[1] == [(0, 0), (1, 3), (0, 1), (1, 4), (0, 2)]
    assert not ours.is_player_node()
    with pytest.raises(ValueError, match="nobody moves at the same time as another"):
        katsura.game("tic-tac-toe").new_initial_state().apply_actions([0, 1])
