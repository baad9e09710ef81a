"""Replays games beside OpenSpiel and says where the two disagree.

Reads one JSON document per line and answers each with one line. A request is one game:

    {"game": "othello", "differences": [], "plies": [{"player": 0, "legal": ["d3", ...], "move": "d3"}, ...],
     "returns": [1.0, -1.0]}

Players, legal moves and returns are what the other side claims; moves are written as OpenSpiel writes its actions, without
the asterisk with which Breakthrough marks a capture. The answer is

    {"error": null, "seen": []}

with a sentence in "error" if the two disagree, and in "seen" the known differences that this game met.
"""

import functools
import json
import sys

import pyspiel

SUPERKO = "superko is a draw"
LIMIT = "games have a limit"


class Disagreement(Exception):
    pass


@functools.cache
def load(game):
    return pyspiel.load_game(game)


NAMES = {}


def name(game, state, action):
    """The name of an action, which depends on the game and the player only."""
    key = (game, state.current_player(), action)
    if key not in NAMES:
        NAMES[key] = state.action_to_string(action).rstrip("*")
    return NAMES[key]


def is_superko(state, action):
    """OpenSpiel allows a repetition and ends the game with a draw."""
    child = state.child(action)
    return child.is_terminal() and child.returns() == [0.0, 0.0]


def check_moves(request, state, ply):
    """The action of the move, and the differences met."""
    player = state.current_player()
    if player != ply["player"]:
        raise Disagreement(f"player {player} is to move, not {ply['player']}")
    actions = {name(request["game"], state, action): action for action in state.legal_actions()}
    missing = set(ply["legal"]) - set(actions)
    extra = set(actions) - set(ply["legal"])
    seen = set()
    if SUPERKO in request["differences"] and any(is_superko(state, actions[move]) for move in extra):
        extra = {move for move in extra if not is_superko(state, actions[move])}
        seen.add(SUPERKO)
    if missing or extra:
        raise Disagreement(f"only here: {sorted(extra)}, only there: {sorted(missing)}")
    return actions[ply["move"]], seen


def replay(request):
    game = load(request["game"])
    state = game.new_initial_state()
    seen = set()
    try:
        for ply in request["plies"]:
            if state.is_terminal():
                if LIMIT in request["differences"] and state.move_number() >= game.max_game_length():
                    return {"error": None, "seen": sorted(seen | {LIMIT})}
                raise Disagreement("the game is over here")
            action, met = check_moves(request, state, ply)
            seen |= met
            state.apply_action(action)
        if not state.is_terminal():
            raise Disagreement("the game is not over here")
        if state.returns() != request["returns"]:
            raise Disagreement(f"the returns are {state.returns()}, not {request['returns']}")
    except Disagreement as error:
        moves = " ".join(ply["move"] for ply in request["plies"][: state.move_number()])
        return {"error": f"{request['game']}, after [{moves}]: {error}\n{state}", "seen": sorted(seen)}
    return {"error": None, "seen": sorted(seen)}


for line in sys.stdin:
    print(json.dumps(replay(json.loads(line))), flush=True)
