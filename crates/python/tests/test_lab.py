"""The laboratory from Python."""

import json
import os
import shutil
import signal
import subprocess
import threading
import time
import warnings

import pytest
from katsura import lab

TOML = """
title = "Search beats chance"
source = "a test"
protocol = "tic-tac-toe, few simulations"
[[rows]]
name = "uct"
game = { name = "tic-tac-toe" }
a = "uct"
b = "random"
simulations = 30
openings = { kind = "random", plies = 1 }
games = { quick = 8, full = 40 }
published = { value = 0.9 }
claim = { kind = "side", threshold = 0.5 }
[[rows]]
name = "rave"
game = { name = "connect-four" }
a = "rave"
b = "uct"
simulations = 20
games = { quick = 8, full = 24 }
"""


@pytest.fixture
def toml(tmp_path):
    path = tmp_path / "signs.toml"
    path.write_text(TOML)
    return path


def records(folder):
    return {path.parent.name: path.read_bytes() for path in folder.glob("*/games.jsonl")}


def test_every_experiment_is_described():
    for name in lab.experiments():
        described = lab.experiment(name)
        kinds = [rows for rows in described.values() if isinstance(rows, list)]
        assert described["title"] and any(kinds)


def test_a_run_is_that_of_the_command_whatever_the_threads(toml, tmp_path):
    one = lab.run(toml, out=tmp_path / "one", executor=lab.Local(1))
    lab.run(toml, out=tmp_path / "two", executor=lab.Local(3, chunk_seconds=0.01))
    assert records(tmp_path / "one") == records(tmp_path / "two")
    assert one["uct"]["games"] == 40 and one["uct"]["score_a"] > 0.6
    assert [row["departures"] for row in lab.verify(tmp_path / "one", games=10)] == [0, 0]
    assert lab.report(tmp_path / "one")["tables"] == lab.report(tmp_path / "two")["tables"]


def test_an_interrupted_run_goes_on_to_the_same_bytes(toml, tmp_path):
    lab.run(toml, out=tmp_path / "whole")
    seen = []

    def stop(row, score, jobs):
        seen.append(score["games"])
        return True

    lab.run(toml, out=tmp_path / "cut", progress=stop)
    assert len(seen) == 2 and seen[0] < 40
    lab.run(toml, out=tmp_path / "cut")
    assert records(tmp_path / "cut") == records(tmp_path / "whole")


class OutOfOrder:
    """Does the jobs from the last to the first, and dies after some."""

    threads = 1

    def __init__(self, dies_after):
        self.left = dies_after

    def play(self, work, gaps):
        from katsura import _native
        from katsura.lab._executors import Chunk

        for first, end in reversed([gap for gap in gaps if gap[0] < gap[1]]):
            for at in reversed(range(first, end, 3)):
                if self.left == 0:
                    raise RuntimeError("the driver was killed")
                self.left -= 1
                yield Chunk(at, min(at + 3, end), _native.play(work, at, min(at + 3, end), 1))


def test_what_comes_out_of_order_is_written_once_and_survives_the_driver(toml, tmp_path):
    lab.run(toml, rows=["uct"], out=tmp_path / "whole")
    for dies_after in (2, 3):
        with pytest.raises(RuntimeError, match="driver was killed"):
            lab.run(toml, rows=["uct"], out=tmp_path / "cut", executor=OutOfOrder(dies_after))
    assert (tmp_path / "cut/uct/games.jsonl").read_bytes() == b"", "nothing is written out of order"
    assert len(list((tmp_path / "cut/uct/waiting").glob("*.jsonl"))) == 5
    executor = OutOfOrder(1000)
    lab.run(toml, rows=["uct"], out=tmp_path / "cut", executor=executor)
    assert 1000 - executor.left == 2, "seven chunks of which five were there"
    assert records(tmp_path / "cut") == records(tmp_path / "whole")
    assert not (tmp_path / "cut/uct/waiting").exists()


def test_a_sequential_test_ends_a_match_at_the_same_pair_everywhere(tmp_path):
    settings = dict(simulations=30, games=2000, openings_plies=1, sprt=(0, 200))
    one = lab.match("tic-tac-toe", "uct", "random", executor=lab.Local(1, chunk_seconds=0.01), **settings)
    two = lab.match("tic-tac-toe", "uct", "random", executor=lab.Local(2, chunk_seconds=0.5), out=tmp_path, **settings)
    assert one == two and one["sprt"] == "high" and one["games"] < 2000


def test_records_are_tables(toml, tmp_path):
    lab.run(toml, out=tmp_path / "run", quick=True)
    table = lab.table(tmp_path / "run")
    assert table["row"].tolist() == ["uct", "rave"] and table["games"].tolist() == [8, 8]
    games = lab.games_table(tmp_path / "run")
    assert len(games) == 16 and (games["plies"] > 4).all()
    assert lab.games_arrow(tmp_path / "run").num_rows == 16
    assert lab.plot(tmp_path / "run").get_ylabel() == "score of a"
    assert any(path.endswith("report.html") for path in lab.write_report(tmp_path / "run"))
    with pytest.raises(OSError):
        lab.games_table(tmp_path / "nothing")


def test_bandits_run(tmp_path):
    row = lab.experiment("voi-bandit")["bandits"][0]["name"]
    first = lab.run("voi-bandit", rows=[row], games=300, out=tmp_path)
    assert first[row]["batches"] == 3


def test_wrong_names_and_numbers_are_errors(toml, tmp_path):
    with pytest.raises(ValueError, match="unknown experiment 'poolrave'"):
        lab.run("poolrave", out=tmp_path)
    with pytest.raises(ValueError, match="has no row 'x'; its rows: uct, rave"):
        lab.run(toml, rows=["x"], out=tmp_path)
    with pytest.raises(ValueError, match="at least 1"):
        lab.run(toml, games=0, out=tmp_path)
    with pytest.raises(ValueError, match="unknown preset"):
        lab.match("tic-tac-toe", "utc", "random")
    lab.match("tic-tac-toe", "uct", "random", simulations=5, games=2, out=tmp_path / "m")
    with pytest.raises(OSError, match="belongs to a run with other players"):
        lab.match("tic-tac-toe", "rave", "random", simulations=5, games=2, out=tmp_path / "m")


def test_optuna_tunes_and_the_winner_is_confirmed_on_fresh_openings():
    optuna = pytest.importorskip("optuna")
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    space = {"select.explore.c": (0.01, 5.0, "log"), "expand.visits": (1, 3), "reuse": [True, False]}
    tuning = lab.Tuning("connect-four", space, player="uct expand.kind=after_visits", simulations=20, games=10)
    study = tuning.optimize(4)
    assert len(study.trials) == len(tuning.trials) == 4
    parameters, score = tuning.best
    assert score == study.best_value and parameters == study.best_params
    assert tuning.evaluate(parameters)["score_a"] == score, "the same openings and seeds every time"
    assert tuning.confirm(games=12)["games"] == 12
    with pytest.raises(ValueError, match="expected \\(low, high\\)"):
        lab.Tuning("hex", {"select.explore.c": (2.0, 1.0)})


def test_the_command_and_python_make_the_same_record(toml, tmp_path):
    command = os.environ.get("KATSURA_COMMAND")
    if command is None or not os.path.exists(command):
        pytest.skip("KATSURA_COMMAND does not name the command katsura")
    subprocess.run([command, "lab", "run", str(toml), "--out", str(tmp_path / "command")], check=True)
    lab.run(toml, out=tmp_path / "python")
    assert records(tmp_path / "command") == records(tmp_path / "python")
    assert json.loads((tmp_path / "python/uct/manifest.json").read_text())["claimed"]["title"] == "Search beats chance"


def test_ctrl_c_ends_playing_games_again(toml, tmp_path):
    toml.write_text(TOML.replace("simulations = 30", "simulations = 100000").replace("simulations = 20", "simulations = 100000"))
    lab.run(toml, rows=["uct"], games=2, out=tmp_path / "run")
    record = tmp_path / "run/uct/games.jsonl"
    games = [json.loads(line) for line in record.read_text().splitlines()]
    many = [{**games[number % 2], "game": number} for number in range(2000)]
    record.write_text("".join(json.dumps(game) + "\n" for game in many))
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        lab.verify(tmp_path / "run")
    assert time.perf_counter() - start < 30


def test_a_new_description_reaches_the_manifest_with_a_warning(toml, tmp_path):
    lab.run(toml, rows=["uct"], games=2, out=tmp_path / "run")
    games = (tmp_path / "run/uct/games.jsonl").read_bytes()
    toml.write_text(TOML.replace("Search beats chance", "Search beats chance easily").replace("0.9", "0.8"))
    with pytest.warns(UserWarning, match="uct: the manifest has a new description: published .*changed after games were played"):
        lab.run(toml, rows=["uct"], games=2, out=tmp_path / "run")
    assert json.loads((tmp_path / "run/uct/manifest.json").read_text())["claimed"]["title"] == "Search beats chance easily"
    assert (tmp_path / "run/uct/games.jsonl").read_bytes() == games
    other = toml.with_name("other.toml")
    shutil.copy(toml, other)
    with pytest.raises(OSError, match="belongs to the experiment 'signs'"):
        lab.run(other, out=tmp_path / "run")


SETTINGS = dict(simulations=5, seed=1)


def match(games, out, **more):
    return lab.match("tic-tac-toe", "uct", "random", games=games, out=out, **SETTINGS, **more)


def manifest_of(folder):
    return json.loads((folder / "manifest.json").read_text())


def made_elsewhere(folder):
    """Makes the record one of another program, as far as its notes say."""
    binary = manifest_of(folder)["provenance"]["binary"]
    for name in ("manifest.json", "timing.jsonl"):
        text = (folder / name).read_text()
        (folder / name).write_text(text.replace(binary, "0123456789abcdef"))


def spoil(folder):
    """Turns the moves of the last recorded game round: this program does not play it."""
    record = folder / "games.jsonl"
    *before, last = record.read_text().splitlines()
    game = json.loads(last)
    game["moves"] = " ".join(reversed(game["moves"].split()))
    record.write_text("".join(line + "\n" for line in [*before, json.dumps(game)]))


def test_a_record_that_this_program_does_not_repeat_is_not_gone_on_with(toml, tmp_path):
    match(4, tmp_path / "m")
    lab.run(toml, rows=["uct"], games=4, out=tmp_path / "run")
    for folder in (tmp_path / "m", tmp_path / "run/uct"):
        spoil(folder)
    before = (tmp_path / "m/games.jsonl").read_text()
    with pytest.raises(OSError, match="was made by a program that plays otherwise than this one"):
        match(8, tmp_path / "m")
    with pytest.raises(OSError, match="was made by a program that plays otherwise than this one"):
        lab.run(toml, rows=["uct"], games=8, out=tmp_path / "run")
    assert (tmp_path / "m/games.jsonl").read_text() == before
    assert match(4, tmp_path / "m")["games"] == 4, "there is nothing to go on with"


def test_going_on_with_the_record_of_another_program_is_told(tmp_path):
    match(4, tmp_path)
    made_elsewhere(tmp_path)
    with pytest.warns(UserWarning, match="binary 0123456789abcdef, going on with version "):
        assert match(8, tmp_path)["games"] == 8
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        match(12, tmp_path)


def test_a_stop_rule_is_noted_with_the_first_game_that_is_played_under_it(tmp_path):
    def rules():
        return [rule.get("sprt", {}).get("elo1") for rule in manifest_of(tmp_path).get("stop_rules", [])]

    match(20, tmp_path)
    assert rules() == []
    match(20, tmp_path, sprt=(0, 50))
    assert rules() == [], "no game was played"
    match(24, tmp_path, sprt=(0, 5))
    assert rules() == [5.0], "one that few games do not decide"
    match(28, tmp_path)
    assert rules() == [5.0, None]


def test_only_the_games_that_were_asked_for_count(tmp_path):
    whole = match(20, tmp_path)
    some = match(4, tmp_path)
    assert (whole["games"], some["games"]) == (20, 4)
    assert some == lab.match("tic-tac-toe", "uct", "random", games=4, **SETTINGS)


def test_a_sequential_test_decides_where_it_decides_in_an_undisturbed_match(tmp_path):
    settings = dict(simulations=60, seed=1)
    fresh = lab.match("tic-tac-toe", "uct", "random", games=200, sprt=(0, 400), **settings)
    lab.match("tic-tac-toe", "uct", "random", games=200, out=tmp_path, **settings)
    recorded = lab.match("tic-tac-toe", "uct", "random", games=200, out=tmp_path, sprt=(0, 400), **settings)
    assert fresh == recorded and fresh["sprt"] == "high" and fresh["games"] < 200


def die(toml, out, dies_after=1):
    with pytest.raises(RuntimeError, match="driver was killed"):
        lab.run(toml, rows=["uct"], out=out, executor=OutOfOrder(dies_after))


def test_of_a_waiting_chunk_only_the_jobs_that_were_asked_for_are_written_down(toml, tmp_path):
    die(toml, tmp_path / "cut")
    assert [path.stem for path in (tmp_path / "cut/uct/waiting").glob("*.jsonl")] == ["000000000018-000000000020"]
    lab.run(toml, rows=["uct"], games=38, out=tmp_path / "cut")
    lab.run(toml, rows=["uct"], games=38, out=tmp_path / "whole")
    assert records(tmp_path / "cut") == records(tmp_path / "whole")


def test_a_driver_goes_on_inside_a_chunk_whatever_the_notes_on_its_games_say(toml, tmp_path):
    class Noted(OutOfOrder):
        """The first game of a chunk ends with last words that hold what some take for the end of a line."""

        def play(self, work, gaps):
            for chunk in super().play(work, gaps):
                first, rest = chunk.lines.split("\n", 1)
                noted = json.dumps({**json.loads(first), "note": "a\u2028b\u0085c"}, ensure_ascii=False)
                yield chunk._replace(lines=f"{noted}\n{rest}")

    with pytest.raises(RuntimeError, match="driver was killed"):
        lab.run(toml, rows=["uct"], out=tmp_path, executor=Noted(1))
    waiting = tmp_path / "uct/waiting"
    shutil.copytree(waiting, tmp_path / "kept")
    lab.run(toml, rows=["uct"], out=tmp_path)
    record = tmp_path / "uct/games.jsonl"
    record.write_text("".join(f"{line}\n" for line in record.read_text().split("\n")[:38]))
    shutil.copytree(tmp_path / "kept", waiting)
    assert lab.run(toml, rows=["uct"], out=tmp_path)["uct"]["games"] == 40


def test_chunks_of_another_program_are_played_again(toml, tmp_path):
    die(toml, tmp_path)
    (program,) = (tmp_path / "uct/waiting").glob("program.json")
    told = json.loads(program.read_text())
    program.write_text(json.dumps({**told, "binary": "0123456789abcdef"}))
    executor = OutOfOrder(1000)
    lab.run(toml, rows=["uct"], out=tmp_path, executor=executor)
    assert 1000 - executor.left == 7, "nothing that waits is taken"
    die(toml, tmp_path / "other")
    (tmp_path / "other/uct/waiting/program.json").unlink()
    executor = OutOfOrder(1000)
    lab.run(toml, rows=["uct"], out=tmp_path / "other", executor=executor)
    assert 1000 - executor.left == 7, "nor what nobody knows the program of"


def test_nodes_with_another_build_of_the_same_version_are_refused():
    from katsura import _native
    from katsura.lab._executors import _play_chunk

    work = _native.match_work(json.dumps({"name": "tic-tac-toe"}), ("uct", "random"), (5, None), 0, 1, None)
    program = _native.program()
    lines, _ = _play_chunk(work, 0, 2, 1, program)
    assert len(lines.splitlines()) == 4
    other = json.dumps({**json.loads(program), "binary": "0123456789abcdef"})
    with pytest.raises(RuntimeError, match="this node has another build of katsura than the driver"):
        _play_chunk(work, 0, 2, 1, other)


def test_a_row_that_cannot_be_checked_does_not_keep_the_others_from_it(toml, tmp_path):
    lab.run(toml, games=4, out=tmp_path)
    (tmp_path / "uct/manifest.json").write_text("{}")
    rave, uct = lab.verify(tmp_path)
    assert (rave["replayed"], rave["departures"], rave["unchecked"]) == (4, 0, None)
    assert uct["departures"] is None and "is no manifest" in uct["unchecked"] and uct["folder"].endswith("uct")
