"""The student's project, completed: agents for 9x9 Go in an environment, their win/loss graphs, and the curves of the search.

The report [seksaoui] let a random agent, a wise random agent and an MCTS agent play the opponents of an environment, 2,000 games each;
the run of the MCTS agent crashed before its graph was drawn. Here every game is written down as it ends, and a run that was ended in any way
goes on with the same command:

    python student.py --out student                      # all of it, 2,000 games each
    python student.py --out student --games 50           # a look
    python student.py --out student --pachi "/usr/games/pachi -e uct"

It makes wins-NAME.png for each pairing, curves.png, and summary.json.
"""

import argparse
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import katsura
import matplotlib
import numpy as np
from katsura.gymnasium import BoardGame

matplotlib.use("Agg")
import matplotlib.pyplot as pyplot  # noqa: E402

SIZE = 9
#: Constants of exploration whose curves are drawn; the report used 0.5.
CONSTANTS = (0.1, 0.5, 1.0, 2.0)


class RandomAgent:
    """Any of 83 actions: 81 points, the pass, and giving up. It nearly always loses, by an illegal move if not before."""

    def begin(self, game: int) -> None:
        self._random = np.random.default_rng([1, game])

    def act(self, env: BoardGame, mask: np.ndarray) -> int | None:
        action = int(self._random.integers(len(mask) + 1))
        return None if action == len(mask) else action


class WiseRandomAgent(RandomAgent):
    """Any legal action."""

    def act(self, env: BoardGame, mask: np.ndarray) -> int | None:
        return int(self._random.choice(np.flatnonzero(mask)))


class MctsAgent:
    """The best child of the root after some simulations; the tree follows the game."""

    def __init__(self, simulations: int, config: str = "uct") -> None:
        self._search = katsura.Search(katsura.game("go", size=SIZE), config)
        self._simulations = simulations

    def begin(self, game: int) -> None:
        self._search.restart(seed=game)
        self._seen = 0

    def act(self, env: BoardGame, mask: np.ndarray) -> int | None:
        history = env.board.history()
        for move in history[self._seen :]:
            self._search.advance(move)
        self._seen = len(history)
        best = self._search.run(simulations=self._simulations).best
        return env.action_of(best)


def play(env: BoardGame, agent: Any, game: int) -> float:
    """One game: 1 for a win of the agent, 0 for a draw, -1 for a loss."""
    _, info = env.reset(seed=game)
    agent.begin(game)
    while True:
        action = agent.act(env, info["action_mask"])
        if action is None:
            return -1.0
        _, reward, terminated, _, info = env.step(action)
        if terminated:
            return reward


def results(path: Path, games: int, pairing: Callable[[], tuple[BoardGame, Any]]) -> list[float]:
    """The results of so many games, those of earlier runs included."""
    done = [json.loads(line)["reward"] for line in path.read_text().splitlines()] if path.exists() else []
    if len(done) < games:
        env, agent = pairing()
        with path.open("a") as file:
            for game in range(len(done), games):
                done.append(play(env, agent, game))
                file.write(json.dumps({"game": game, "reward": done[-1]}) + "\n")
                file.flush()
    return done[:games]


def pairings(options: argparse.Namespace) -> Iterator[tuple[str, int, Callable[[], tuple[BoardGame, Any]]]]:
    """Every graph: its name, how many games, and who plays whom."""

    def against(opponent: str, agent: Callable[[], Any]) -> Callable[[], tuple[BoardGame, Any]]:
        budget = {"simulations": options.opponent_simulations}
        return lambda: (BoardGame("go", size=SIZE, opponent=opponent, **budget), agent())

    mcts = lambda: MctsAgent(options.simulations)  # noqa: E731
    yield "random-random", options.games, against("random", RandomAgent)
    yield "wise-random", options.games, against("random", WiseRandomAgent)
    yield "wise-uct", options.games, against("uct", WiseRandomAgent)
    yield "mcts-random", options.games, against("random", mcts)
    if options.gnugo:
        yield "mcts-gnugo", options.program_games, against(f"gtp: {options.gnugo} --mode gtp --level 1", mcts)
    if options.pachi:
        yield "mcts-pachi", options.program_games, against(f"gtp: {options.pachi}", mcts)


def draw_wins(rewards: list[float], title: str, path: Path) -> None:
    """Wins and losses so far, game by game."""
    wins, losses = np.cumsum(np.array(rewards) > 0), np.cumsum(np.array(rewards) < 0)
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    axes.plot(wins, label="wins")
    axes.plot(losses, label="losses")
    axes.set(xlabel="games", ylabel="so far", title=f"{title}: {wins[-1]} of {len(rewards)} won")
    axes.legend()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def curve(constant: float, simulations: int, step: int = 100) -> tuple[list[int], list[float]]:
    """Reward per visit of the best child of the root, every so many simulations."""
    search = katsura.Search(katsura.game("go", size=SIZE), "uct", seed=1, select__explore__c=constant * 2**0.5)
    numbers, means = [], []
    for done in range(step, simulations + 1, step):
        result = search.run(simulations=step)
        numbers.append(done)
        means.append(float(result.means[0]))
    return numbers, means


def draw_curves(simulations: int, path: Path) -> None:
    """The curves for several constants: with a small one most simulations go to one move early, and its mean settles early."""
    figure, axes = pyplot.subplots(figsize=(7, 4), layout="constrained")
    for constant in CONSTANTS:
        axes.plot(*curve(constant, simulations), label=f"c = {constant}")
    axes.set(xlabel="simulations", ylabel="reward / visits of the most visited move", title="9x9 Go, empty board")
    axes.legend()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def main(arguments: list[str] | None = None) -> dict[str, Any]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path("student"), help="where games and figures go")
    parser.add_argument("--games", type=int, default=2000, help="games against the environment's opponents (2000)")
    parser.add_argument("--simulations", type=int, default=100, help="simulations per move of the MCTS agent (100)")
    parser.add_argument("--opponent-simulations", type=int, default=100, help="those of the opponent uct (100)")
    parser.add_argument("--program-games", type=int, default=20, help="games against outside programs (20)")
    parser.add_argument("--gnugo", default=shutil.which("gnugo") or shutil.which("/usr/games/gnugo"), help="GNU Go, if it is there")
    parser.add_argument("--pachi", help="the command line of Pachi, if you have it")
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    summary = {}
    for name, games, pairing in pairings(options):
        rewards = results(options.out / f"{name}.jsonl", games, pairing)
        draw_wins(rewards, name.replace("-", " against "), options.out / f"wins-{name}.png")
        summary[name] = {"games": len(rewards), "wins": sum(r > 0 for r in rewards), "losses": sum(r < 0 for r in rewards)}
        print(f"{name}: {summary[name]}", flush=True)
    draw_curves(100 * options.simulations, options.out / "curves.png")
    (options.out / "summary.json").write_text(json.dumps(summary, indent=2) + "\n")
    return summary


if __name__ == "__main__":
    main()
