"""How fast it is, beside what people use: ``python -m katsura.bench``.

In one run, alternating: steps of the Go environment against PettingZoo's (both replay the same random games), thousands of boards
against the same, and simulations of a search against OpenSpiel's MCTSBot. A package that is not installed is left out.
"""

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable
from typing import Any

import katsura

_clock = time.perf_counter


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m katsura.bench", description=__doc__)
    parser.add_argument("--size", type=int, default=9, help="lines of the board (9)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of which the median counts (3)")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds for each measurement (1)")
    parser.add_argument("--boards", type=int, default=1024, help="boards that are stepped together (1024)")
    parser.add_argument("--cpu", action="store_true", help="count processor seconds: for machines that others use, too")
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args()
    if options.cpu:
        global _clock
        _clock = time.process_time
    found = measure(options)
    if options.json:
        print(json.dumps(found, indent=2))
        return
    for name, value in found.items():
        print(f"{name:44} {value:,.1f}" if isinstance(value, float) else f"{name:44} {value}")


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """All rates, and the ratios of those that belong together."""
    runs: dict[str, Callable[[float], float]] = {}
    games = _recorded(options.size, 20)
    runs["aec_steps_per_second"] = lambda seconds: _aec(_ours(options.size), games, seconds)
    runs["vector_steps_per_second"] = lambda seconds: _vector(options.size, options.boards, seconds)
    runs["search_simulations_per_second"] = lambda seconds: _search(options.size, seconds)
    theirs = _theirs(options.size)
    if theirs is not None:
        runs["pettingzoo_steps_per_second"] = lambda seconds: _aec(theirs, games, seconds)
    bot = _open_spiel(options.size)
    if bot is not None:
        runs["open_spiel_simulations_per_second"] = bot
    rates: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(options.rounds):
        for name, rate in runs.items():
            rates[name].append(rate(options.seconds))
    found: dict[str, Any] = {
        "katsura": katsura.__version__,
        "python": platform.python_version(),
        "board": options.size,
        "boards": options.boards,
        "clock": _clock.__name__,
    }
    found |= {name: statistics.median(values) for name, values in rates.items()}
    if theirs is not None:
        found |= _times("aec_times_pettingzoo", rates["aec_steps_per_second"], rates["pettingzoo_steps_per_second"])
        found |= _times("vector_times_pettingzoo", rates["vector_steps_per_second"], rates["pettingzoo_steps_per_second"])
    if bot is not None:
        found |= _times("search_times_open_spiel", rates["search_simulations_per_second"], rates["open_spiel_simulations_per_second"])
    return found


def _times(name: str, ours: list[float], theirs: list[float]) -> dict[str, float]:
    """The ratio of two rates: the median of the rounds, and the least and the greatest."""
    ratios = sorted(mine / other for mine, other in zip(ours, theirs))
    return {name: statistics.median(ratios), f"{name}_least": ratios[0], f"{name}_greatest": ratios[-1]}


def _recorded(size: int, count: int) -> list[list[int]]:
    """The actions of random games, which every environment then replays."""
    from katsura._native import BoardEnv

    board = BoardEnv(katsura.game("go", size=size, ko="simple"), 1)
    games = []
    for seed in range(count):
        board.reset(seed)
        actions: list[int] = []
        while board.turn() >= 0 and len(actions) < 4 * size * size:
            actions.append(board.sample())
            board.step(actions[-1])
        games.append(actions)
    return games


def _ours(size: int) -> Any:
    from katsura.pettingzoo import go_v5

    return go_v5.env(board_size=size)


def _theirs(size: int) -> Any:
    try:
        from pettingzoo.classic import go_v5
    except ImportError:
        return None
    return go_v5.env(board_size=size)


def _aec(env: Any, games: list[list[int]], seconds: float) -> float:
    """Steps per second of the usual loop."""
    steps, start = 0, _clock()
    while True:
        for actions in games:
            env.reset()
            for action in actions:
                env.last()
                env.step(action)
            steps += len(actions)
            if (spent := _clock() - start) > seconds:
                return steps / spent


def _vector(size: int, count: int, seconds: float) -> float:
    """Steps per second of many boards together, with the observations of go_v5. Drawing the random actions counts."""
    from katsura.vector import Boards

    boards = Boards("go", count, compat="v5", size=size)
    boards.reset(seed=1)
    boards.step(boards.sample())
    steps, start = 0, _clock()
    while (spent := _clock() - start) < seconds:
        boards.step(boards.sample())
        steps += count
    return steps / spent


def _search(size: int, seconds: float) -> float:
    made, search, start = 0, katsura.Search(katsura.game("go", size=size), "uct"), _clock()
    while (spent := _clock() - start) < seconds:
        search.restart()
        search.run(simulations=10_000)
        made += 10_000
    return made / spent


def _open_spiel(size: int) -> Callable[[float], float] | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game = pyspiel.load_game("go", {"board_size": size, "komi": 7.5})
    simulations = 200

    def rate(seconds: float) -> float:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, simulations, 512, False, 1, False)
        made, start = 0, _clock()
        while (spent := _clock() - start) < seconds:
            bot.mcts_search(game.new_initial_state())
            made += simulations
        return made / spent

    return rate


if __name__ == "__main__":
    main()
