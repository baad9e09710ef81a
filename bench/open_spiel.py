"""Simulations per second of plain UCT, ours and OpenSpiel's MCTSBot by turns, in one thread.

    pip install . open_spiel
    python bench/open_spiel.py --rounds 5

Both search the start position with 1000 simulations at a time, random playouts and no tree kept; medians of the rounds and the smallest ratio.
"""

import argparse
import json
import statistics
import time

import pyspiel

import katsura

GAMES = [
    ("go 9", ("go", {"size": 9}), ("go", {"board_size": 9, "komi": 7.5})),
    ("havannah 8", ("havannah", {"size": 8}), ("havannah", {"board_size": 8})),
    ("hex 11", ("hex", {"size": 11}), ("hex", {"board_size": 11})),
    ("connect-four", ("connect-four", {}), ("connect_four", {})),
]
SIMULATIONS = 1000


def ours(name, rules, seconds):
    search, made, start = katsura.Search(katsura.game(name, **rules), "uct", seed=1), 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        search.restart()
        search.run(simulations=SIMULATIONS)
        made += SIMULATIONS
    return made / spent


def theirs(name, rules, seconds):
    game = pyspiel.load_game(name, rules)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, 1024, False, 1, False)
    made, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        bot.mcts_search(game.new_initial_state())
        made += SIMULATIONS
    return made / spent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    for title, (name, rules), (other, parameters) in GAMES:
        rates = [(ours(name, rules, options.seconds), theirs(other, parameters, options.seconds)) for _ in range(options.rounds)]
        ratios = [a / b for a, b in rates]
        row = {
            "game": title,
            "ours": round(statistics.median(a for a, _ in rates)),
            "open_spiel": round(statistics.median(b for _, b in rates)),
            "ratio": round(statistics.median(ratios), 1),
            "smallest": round(min(ratios), 1),
        }
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
