"""Searches of Katsura's own games."""

import json
import os
import signal
import threading
import time

import katsura
import numpy as np
import pytest


def test_the_same_seed_gives_the_same_tree():
    def grown(seed):
        search = katsura.Search(katsura.game("go", size=7), "rave", seed=seed)
        search.run(simulations=400)
        return search.tree()

    one, two, three = grown(5), grown(5), grown(6)
    assert all(np.array_equal(one[name], two[name]) for name in one)
    assert not np.array_equal(one["visits"], three["visits"])


def test_the_result_has_columns_and_objects():
    result = katsura.Search(katsura.game("tic-tac-toe"), "rave").run(simulations=500)
    assert result.simulations == 500 and result.visits.sum() == 500
    assert result.visits.dtype == np.int64 and (np.diff(result.visits) <= 0).all()
    assert ((0 <= result.means) & (result.means <= 1)).all() and (result.amaf_visits > 0).any()
    first = result.candidates()[0]
    assert first.action == result.actions[0] and first.line[0] == first.action
    assert result.policy().sum() == pytest.approx(1.0)
    assert result.policy(0.0).max() == 1.0
    assert len(result.to_pandas()) == 9


def test_the_tree_follows_the_game():
    search = katsura.Search(katsura.game("connect-four"), "uct")
    result = search.run(simulations=2000)
    kept = int(result.visits[0])
    search.advance(int(result.actions[0]))
    assert search.tree()["visits"][0] == kept, "the part below the move is kept"
    assert search.state.history() == [int(result.actions[0])]
    search.restart()
    assert search.tree()["visits"][0] == 0 and search.state.history() == []


def test_a_search_can_start_anywhere():
    state = katsura.game("tic-tac-toe").new_initial_state()
    for move in ("a1", "b1", "a2", "b2"):
        state.play(move)
    search = katsura.Search(state, "uct")
    assert search.run(simulations=300).best == state.string_to_action("a3")
    search.restart()
    assert search.state.history() == state.history()


def test_configurations_come_from_presets_dicts_texts_and_files(tmp_path):
    preset = katsura.configuration("uct", select__explore__c=0.3)
    assert preset == katsura.configuration("uct select.explore.c=0.3")
    assert preset == katsura.configuration(preset) == katsura.configuration({"search": preset})
    text = "[search]\nseed = 9\n[search.select.explore]\nkind = 'ucb1'\nc = 0.3\n"
    (tmp_path / "player.toml").write_text(text)
    assert katsura.configuration(text) == katsura.configuration(tmp_path / "player.toml")
    assert katsura.configuration(text)["seed"] == 9
    assert katsura.configuration("uct", seed=np.int64(4))["seed"] == 4


@pytest.mark.parametrize(
    ("config", "overrides", "message"),
    [
        ("utc", {}, "unknown preset 'utc'"),
        ("uct", {"select__explore__cc": 1}, "unknown key; known here: c"),
        ("uct", {"select__explore__c": -1}, "out of range"),
        ({"selekt": {}}, {}, "unknown key"),
        ("uct", {"parallel": {"kind": "grid"}}, "known: none, root"),
    ],
)
def test_a_wrong_configuration_is_an_error_that_names_what_is_accepted(config, overrides, message):
    with pytest.raises(ValueError, match=message):
        katsura.Search(katsura.game("tic-tac-toe"), config, **overrides)


def test_wrong_types_are_type_errors():
    with pytest.raises(TypeError):
        katsura.Search(katsura.game("tic-tac-toe"), 7)
    with pytest.raises(TypeError, match="is no game: it has no method"):
        katsura.Search(object())
    search = katsura.Search(katsura.game("tic-tac-toe"))
    with pytest.raises(TypeError):
        search.run(simulations="many")
    with pytest.raises(ValueError, match="at least 1"):
        search.run(simulations=0)
    with pytest.raises((ValueError, OverflowError)):
        search.run(simulations=-5)
    with pytest.raises(ValueError, match="out of range"):
        search.run(seconds=float("nan"))
    with pytest.raises(ValueError, match="illegal"):
        search.advance(77)


def test_after_the_end_there_is_nothing_to_play():
    state = katsura.game("go", size=5).new_initial_state()
    state.play("pass")
    state.play("pass")
    search = katsura.Search(state, "uct")
    result = search.run(simulations=100)
    assert result.best is None and len(result.actions) == 0 and result.policy().sum() == 0
    with pytest.raises(ValueError, match="illegal"):
        search.advance(0)


def test_the_tree_is_exported_as_json():
    search = katsura.Search(katsura.game("tic-tac-toe"), "uct")
    search.run(simulations=50)
    tree = json.loads(search.tree_json(max_depth=2))
    assert tree["visits"] == 50 and sum(child["visits"] for child in tree["children"]) == 50


def test_other_threads_run_during_a_search():
    search = katsura.Search(katsura.game("go", size=9), "uct")
    counted = []

    def count():
        while not done.is_set():
            counted.append(1)
            time.sleep(0.001)

    done = threading.Event()
    thread = threading.Thread(target=count)
    thread.start()
    search.run(seconds=0.3)
    done.set()
    thread.join()
    assert len(counted) > 5


def test_a_search_is_stopped_and_asked_from_another_thread():
    search = katsura.Search(katsura.game("go", size=9), "uct")
    thread = threading.Thread(target=lambda: search.run(seconds=60))
    thread.start()
    time.sleep(0.2)
    with pytest.raises(RuntimeError, match="running in another thread"):
        search.run(simulations=10)
    with pytest.raises(RuntimeError, match="running in another thread"):
        _ = search.result
    search.stop()
    thread.join(10)
    assert not thread.is_alive() and search.result.simulations > 0


def test_ctrl_c_ends_a_search_and_keeps_the_tree():
    search = katsura.Search(katsura.game("go", size=9), "uct")
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        search.run(seconds=60)
    assert time.monotonic() - start < 20
    assert search.result.simulations > 0
    assert search.run(simulations=300).simulations > 300, "it goes on"


@pytest.mark.parametrize("kind", ["root", "leaf"])
def test_parallel_search_by_root_and_leaf_is_deterministic(kind):
    def visits():
        search = katsura.Search(katsura.game("hex", size=5), "uct", parallel={"kind": kind, "threads": 2})
        return search.run(simulations=600).visits.tolist()

    assert visits() == visits()


def test_many_searches_leak_nothing():
    """With KATSURA_LARGE=1 a million: eight in ten with a search that starts anew, the others with new ones, half of which raise in a callback."""

    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    game = katsura.game("tic-tac-toe")

    def fails(state):
        raise OSError(f"no answer for {state}")

    def many(count):
        search = katsura.Search(game, "uct", memory_mib=1)
        for number in range(count * 8 // 10):
            search.restart(seed=number)
            search.run(simulations=1)
        for _ in range(count // 10):
            katsura.Search(game, "uct", memory_mib=1).run(simulations=1)
            with pytest.raises(OSError, match="no answer"):
                katsura.Search(game, "uct", memory_mib=1, playout=fails).run(simulations=1)

    count = 1_000_000 if os.environ.get("KATSURA_LARGE") else 20_000
    many(2000)
    before = resident()
    many(count)
    after = resident()
    print(f"{count} searches: {before >> 10} KiB resident before, {after >> 10} KiB after")
    assert after - before < 8 << 20


def test_strong_is_the_strong_player_of_the_game():
    search = katsura.Search(katsura.game("go", size=9), "strong", memory_mib=16)
    assert search.config == katsura.configuration("strong-go", memory_mib=16)
    assert search.config != katsura.configuration("strong", memory_mib=16)
