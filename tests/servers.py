"""The real site as a process of its own, for tests that need one."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from companion.settings import ROOT

PATIENCE = 30.0


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        return int(trial.getsockname()[1])


@contextmanager
def served(data_dir: Path, arguments: Sequence[str] = ("-m", "companion"), **environ: str) -> Iterator[str]:
    """The address of a running site, without a slash at its end. *arguments* are for Python; PORT and HOST are set."""
    port = free_port()
    own = {"HOST": "127.0.0.1", "PORT": str(port), "DATA_DIR": str(data_dir), "SECRET_KEY": "for tests", **environ}
    log = data_dir / "server.log"
    data_dir.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, *(argument.replace("{port}", str(port)) for argument in arguments)],
            cwd=ROOT,
            env={**os.environ, **own},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    address = f"http://127.0.0.1:{port}"
    try:
        wait_for(address, process, log)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the site of *process* answers. Fails with its log where it does not."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        try:
            with urlopen(f"{address}/", timeout=5):
                return
        except HTTPError as answer:
            answer.close()
            return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"the site did not start:\n{log.read_text('utf-8', 'replace')}")
