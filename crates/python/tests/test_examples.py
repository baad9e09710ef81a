"""The examples run, with few games."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium")
EXAMPLES = Path(__file__).parents[1] / "examples"


@pytest.fixture
def student(monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES)
    spec = importlib.util.spec_from_file_location("student", EXAMPLES / "student.py")
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "student", module)
    spec.loader.exec_module(module)
    return module


def test_the_students_project_is_completed_and_goes_on(student, tmp_path):
    arguments = ["--out", str(tmp_path), "--simulations", "10", "--opponent-simulations", "10", "--program-games", "1", "--games"]
    student.main([*arguments, "2"])
    summary = student.main([*arguments, "4"])
    assert summary["random-random"]["losses"] == 4 and summary["mcts-random"]["games"] == 4
    assert [json.loads(line)["game"] for line in (tmp_path / "wise-random.jsonl").read_text().splitlines()] == [0, 1, 2, 3]
    assert (tmp_path / "curves.png").stat().st_size > 5000 and (tmp_path / "wins-mcts-random.png").exists()


def test_the_notebook_runs(student):
    cells = json.loads((EXAMPLES / "student.ipynb").read_text())["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]).replace("GAMES = 20", "GAMES = 2").replace("1000)", "200)"), names)
