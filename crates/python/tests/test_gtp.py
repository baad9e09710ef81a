"""Outside programs."""

import os
import signal
import threading
import time

import katsura
import pytest

#: Answers every command but one, for which it sleeps.
PROGRAM = """sh -c 'while read -r id name rest; do if [ "$name" = wait ]; then sleep 1000; fi; printf "=%s %s\\n\\n" "$id" "$name"; done'"""


def test_a_program_answers_and_refusals_are_errors():
    program = katsura.GtpProgram(PROGRAM)
    assert program.send("name") == "name"
    with pytest.raises(RuntimeError, match="expected one line without"):
        program.send("two\nlines")
    with pytest.raises(RuntimeError, match="cannot be started"):
        katsura.GtpProgram("/no/such/program")
    with pytest.raises(RuntimeError, match="no answer within"):
        katsura.GtpProgram(PROGRAM, seconds=0.2).send("wait")


def test_ctrl_c_ends_the_wait_for_an_answer_and_the_program():
    program = katsura.GtpProgram(PROGRAM)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        program.send("wait")
    assert time.perf_counter() - start < 20
    with pytest.raises(RuntimeError, match="is not running"):
        program.send("name")


def test_ctrl_c_leaves_a_program_alone_that_answers_somebody_else():
    program, answers = katsura.GtpProgram(PROGRAM.replace("1000", "3")), []
    other = threading.Thread(target=lambda: answers.append(program.send("wait")))
    other.start()
    time.sleep(0.3)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        program.send("name")
    other.join()
    assert answers == ["wait"] and program.send("name") == "name"
