"""Replays games beside OpenSpiel and says where the two disagree.

Reads one JSON document per line and answers each with one line. A request is one game:

    {"game": "othello", "differences": [], "plies": [{"player": 0, "legal": ["d3", ...], "move": "d3"}, ...],
     "returns": [1.0, -1.0]}

A move of chance has player -1 and the "odds" of its outcomes; where something is hidden, a player's has a "view", the same
for all that looks the same. Players, legal moves, odds, views and returns are what the other side claims; moves are written as OpenSpiel writes its actions, without
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


VIEWS = {}


def check_odds(state, ply, actions):
    """The outcomes of chance are as likely there as here."""
    ours = dict(zip(ply["legal"], ply["odds"]))
    theirs = dict(state.chance_outcomes())
    for move, action in actions.items():
        if abs(ours[move] - theirs[action]) > 1e-12:
            raise Disagreement(f"{move} has probability {theirs[action]}, not {ours[move]}")


def check_view(game, state, ply):
    """What looks the same there looks the same here, and the other way round."""
    player = state.current_player()
    told = state.information_state_string(player)
    for one, other in ((ply["view"], told), (("there", told), ply["view"])):
        if VIEWS.setdefault((game, player, one), other) != other:
            raise Disagreement(f"{told!r} is {ply['view']} here, and one of them was something else before")


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
    if ply["odds"] is not None:
        check_odds(state, ply, actions)
    if ply["view"] is not None:
        check_view(request["game"], state, ply)
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
        if any(abs(one - other) > 1e-6 for one, other in zip(state.returns(), request["returns"], strict=True)):
            raise Disagreement(f"the returns are {state.returns()}, not {request['returns']}")
    except Disagreement as error:
        moves = " ".join(ply["move"] for ply in request["plies"][: state.move_number()])
        return {"error": f"{request['game']}, after [{moves}]: {error}\n{state}", "seen": sorted(seen)}
    return {"error": None, "seen": sorted(seen)}


for line in sys.stdin:
    print(json.dumps(replay(json.loads(line))), flush=True)
