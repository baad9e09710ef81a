"""The examples in the documentation run."""

import doctest
import importlib
import re
from pathlib import Path

import pytest

MODULES = ["katsura", "katsura._games", "katsura._search", "katsura.render", "katsura.vector", "katsura.lab", "katsura.lab._tune"]
PAGE = Path(__file__).parents[3] / "docs/book/src/how-to/python.md"


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["katsura.gymnasium", "katsura.pettingzoo"])
def test_docstrings_of_environments(name):
    pytest.importorskip("pettingzoo")
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_page_of_the_book(tmp_path, monkeypatch):
    if not PAGE.exists():
        pytest.skip("the book is not here")
    pytest.importorskip("pettingzoo")
    monkeypatch.chdir(tmp_path)
    names = {}
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)):
        exec(compile(code, f"python.md, example {number + 1}", "exec"), names)


def test_every_native_name_has_a_type():
    from katsura import _native

    stub = (Path(_native.__file__).parent / "_native.pyi").read_text()
    for name in dir(_native):
        if name.startswith("_"):
            continue
        assert re.search(rf"^(class|def) {name}\b", stub, re.M), name
        for method in dir(getattr(_native, name)) if isinstance(getattr(_native, name), type) else []:
            if not method.startswith("_"):
                assert re.search(rf"\b{method}\b", stub), f"{name}.{method}"
