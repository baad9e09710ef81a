"""What all tests need."""

import signal

import pytest


@pytest.fixture(autouse=True)
def interruptible():
    """Ctrl-C raises, also where the tests run in the background of a shell, which ignores it there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
