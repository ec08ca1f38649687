"""Where the site listens, what it says at its start, and that any WSGI server can serve it."""

from __future__ import annotations

import ctypes
import os
import re
import socket
import stat
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from companion.__main__ import Place, Unusable, code, from_where_started, main, welcome
from companion.settings import ROOT, Settings
from tests.servers import free_port, served

WAITRESS = ("-m", "waitress", "--listen=127.0.0.1:{port}", "app:app")


@pytest.mark.parametrize("arguments", [("-m", "companion"), WAITRESS], ids=["granian", "waitress"])
def test_any_wsgi_server_can_serve_the_site(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with served(tmp_path, arguments) as address, urlopen(f"{address}/", timeout=10) as answer:
        assert answer.status == 200
        assert "<h1" in answer.read().decode()


def begun(asking: HTTPConnection) -> tuple[str, dict[str, str]]:
    """The path of a new play with a slash at its end, and the headers of the phone that hosts it."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    asking.request("POST", "/plays/new", "game=bunny-kingdom&name=Ann&name=Bob", form)
    answer = asking.getresponse()
    answer.read()
    cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
    return f"/plays/{(answer.getheader('Location') or '').split('/')[2]}/", {**form, "Cookie": cookie}


WINDOWS = 8  # of one phone; a ninth would end the first


@pytest.mark.parametrize("many", [50, pytest.param(200, marks=pytest.mark.long)])
def test_open_streams_leave_room_for_pages(tmp_path: Path, many: int) -> None:
    """B76: as ./run starts it, with its own number of threads: pages answer beside all that listen, and all hear."""
    with served(tmp_path) as address, ExitStack() as lines:
        place = urlsplit(address).netloc
        asking = lines.enter_context(closing(HTTPConnection(place, timeout=20)))
        phones = [begun(asking) for _ in range(many // WINDOWS + 1)]
        play, phone = phones[0]
        listening = []
        for n in range(many):
            heard, by = phones[n // WINDOWS]
            stream = lines.enter_context(closing(HTTPConnection(place, timeout=20)))
            stream.request("GET", f"{heard}events", headers=by)
            listening.append(lines.enter_context(closing(stream.getresponse())))
            assert listening[-1].readline() == b"event: hello\n"
        took = []
        for path in ("/", play, f"{play}scores", "/games/bunny-kingdom/count") * 10:
            start = time.perf_counter()
            asking.request("GET", path, headers=phone)
            answer = asking.getresponse()
            assert answer.status == 200 and answer.read()
            took.append(time.perf_counter() - start)
        took.sort()
        print(f"\n{many} streams: pages in {took[20] * 1000:.0f} ms, p95 {took[-3] * 1000:.0f} ms")
        assert took[-3] < 2
        for heard, by in phones:
            asking.request("POST", f"{heard}events", "kind=phase_ended&round=1&phase=exploration&base=1&op=1", by)
            assert asking.getresponse().read()
        for one in listening:
            assert any(said == b"event: news\n" for said in iter(one.readline, b"")), "a line ended without the news"


def test_without_settings_it_listens_to_the_whole_network_at_8000() -> None:
    assert Place.from_env({}) == Place("0.0.0.0", 8000)  # noqa: S104


@pytest.mark.parametrize("text", ["abc", "0", "65536", "-1", "8 000", "٣٤"])
def test_a_port_that_is_none_is_named(text: str) -> None:
    with pytest.raises(Unusable, match="PORT must be a number"):
        Place.from_env({"PORT": text})


def test_a_port_in_use_is_told_with_a_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(Unusable, match=f"Port {port} is in use.*PORT={port + 1}"):
            Place("127.0.0.1", port).check()


@pytest.mark.parametrize("host", ["host.invalid", "192.0.2.77"])
def test_an_address_of_another_machine_is_refused(host: str) -> None:
    with pytest.raises(Unusable, match=host):
        Place(host, free_port()).check()


def test_the_address_for_other_phones_comes_first() -> None:
    *_, last = Place("0.0.0.0", 8123).addresses()  # noqa: S104
    assert last == "http://localhost:8123/"
    assert Place("10.0.0.7", 80).addresses() == ["http://10.0.0.7:80/"]
    assert Place("::1", 80).addresses() == ["http://[::1]:80/"]


def test_the_welcome_shows_addresses_and_a_code_to_scan() -> None:
    said = welcome(["http://10.0.0.7:8000/", "http://localhost:8000/"])
    assert "http://10.0.0.7:8000/" in said
    assert "http://localhost:8000/" in said
    assert code("http://10.0.0.7:8000/") in said
    assert code("a") != code("b")


def test_a_relative_data_folder_is_meant_where_the_command_was_typed() -> None:
    assert from_where_started({"DATA_DIR": "x", "STARTED_IN": "/home/ann"})["DATA_DIR"] == "/home/ann/x"
    assert from_where_started({"DATA_DIR": "/x", "STARTED_IN": "/home/ann"})["DATA_DIR"] == "/x"
    assert "DATA_DIR" not in from_where_started({"STARTED_IN": "/home/ann"})


def test_a_wrong_setting_ends_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(os, "environ", {"DATA_DIR": str(tmp_path / "file" / "folder"), "PORT": str(free_port())})
    assert main([]) == 1
    assert "DATA_DIR cannot be used" in capsys.readouterr().err
    os.environ.update(DATA_DIR=str(tmp_path), RATE_LIMIT="many")
    assert main([]) == 1
    assert "RATE_LIMIT" in capsys.readouterr().err


HEAPS = """
import ctypes, threading
from companion.__main__ import share_heaps
share_heaps()
together = threading.Barrier(9)
def work():
    together.wait()
    held = bytearray(100_000)
    together.wait()
threads = [threading.Thread(target=work) for _ in range(8)]
[thread.start() for thread in threads]
together.wait(); together.wait()
[thread.join() for thread in threads]
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_stats"), reason="another C library than glibc")
def test_many_threads_share_few_heaps() -> None:
    """Each heap keeps what it once needed: with hundreds of threads that is memory for nothing."""
    told = subprocess.run([sys.executable, "-c", HEAPS], cwd=ROOT, capture_output=True, text=True, check=True).stderr
    assert told.count("Arena ") == 2


def test_an_unknown_word_is_not_taken_for_a_start(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["servve"]) == 2
    assert main(["--help"]) == 0
    assert capsys.readouterr().out == ""


def test_every_setting_stands_in_the_readme() -> None:
    code = "".join((ROOT / name).read_text("utf-8") for name in ("companion/settings.py", "companion/__main__.py"))
    known = set(re.findall(r'environ(?:\.get\(|\[|, )"([A-Z_]+)"', code)) - {"STARTED_IN"}
    told = set(re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "README.md").read_text("utf-8"), re.M))
    assert known == told - {"PYTHON"}


def test_the_secret_key_is_made_once_and_is_private(tmp_path: Path) -> None:
    first, again = (Settings.from_env({"DATA_DIR": str(tmp_path)}) for _ in range(2))
    assert first.secret_key == again.secret_key
    assert len(first.secret_key) >= 32
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600
