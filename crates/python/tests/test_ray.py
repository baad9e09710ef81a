"""Experiments on a Ray cluster: three nodes on this machine, one killed, then the driver killed and started again."""

import os
import signal
import subprocess
import sys
import time

import pytest
from katsura import lab

ray = pytest.importorskip("ray", reason="Ray is not installed: the cluster is not tested")

TOML = """
title = "Signs of life"
source = "a test"
protocol = "small games"
[defaults]
simulations = {simulations}
openings = {{ kind = "random", plies = 2 }}
games = {{ quick = 8, full = {games} }}
[[rows]]
name = "uct"
game = {{ name = "connect-four" }}
a = "rave"
b = "uct"
[[rows]]
name = "pool"
game = {{ name = "havannah", size = 4 }}
a = "pool-rave"
b = "rave"
"""

DRIVER = """
import sys
from katsura import lab
def told(row, score, jobs):
    print("told", row, score["games"], flush=True)
lab.run(sys.argv[2], out=sys.argv[3], executor=lab.Ray(address=sys.argv[1], chunk_seconds=float(sys.argv[4])), progress=told)
print("told done", flush=True)
"""


def start(driver, *arguments):
    command = [sys.executable, str(driver), *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def read_until(process, wanted, seconds):
    """Reads what the driver tells until it is what is wanted; fails if the driver ends before. Ray writes to the same stream."""
    deadline = time.monotonic() + seconds
    for line in process.stdout:
        if line.startswith("told ") and wanted(line.split()[1:]):
            return
        assert time.monotonic() < deadline, "the driver is too slow"
    pytest.fail(f"the driver ended early with status {process.wait()}")


def test_a_cluster_that_loses_a_node_and_its_driver_makes_the_same_table(tmp_path):
    from ray.cluster_utils import Cluster

    large = bool(os.environ.get("KATSURA_LARGE"))
    settings = {"games": 2000, "simulations": 300} if large else {"games": 120, "simulations": 60}
    toml, driver = tmp_path / "signs.toml", tmp_path / "driver.py"
    toml.write_text(TOML.format(**settings))
    driver.write_text(DRIVER)
    seconds = 2.0 if large else 0.2
    node = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=node)
    try:
        lost = [cluster.add_node(num_cpus=1, object_store_memory=80 << 20) for _ in range(2)][1]
        run = (cluster.address, toml, tmp_path / "cluster", seconds)
        first = start(driver, *run)
        read_until(first, lambda words: int(words[1]) >= 8, 300)
        cluster.remove_node(lost, allow_graceful=False)
        read_until(first, lambda words: words[0] == "pool" and int(words[1]) >= 8, 600)
        first.send_signal(signal.SIGKILL)
        first.wait()
        second = start(driver, *run)
        read_until(second, lambda words: words == ["done"], 600)
        assert second.wait(60) == 0
    finally:
        cluster.shutdown()
    lab.run(toml, out=tmp_path / "local")
    for row in ("uct", "pool"):
        name = f"{row}/games.jsonl"
        assert (tmp_path / "cluster" / name).read_bytes() == (tmp_path / "local" / name).read_bytes()
    assert lab.report(tmp_path / "cluster")["tables"] == lab.report(tmp_path / "local")["tables"]
    assert not list((tmp_path / "cluster").glob("*/waiting"))
