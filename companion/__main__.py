"""``python -m companion``: serve the site to the phones around, back up its plays, restore them.

./run calls this when everything is installed.
"""

from __future__ import annotations

import ctypes
import errno
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from companion.addresses import of_this_machine
from companion.settings import ROOT, Settings
from companion.store.faults import Unready

WAITING = 4096  # connections taken at once, idle ones counted: far above the threads
ARENA_MAX, HEAPS = -8, 2  # glibc's M_ARENA_MAX; more would only help threads that run at the same time
STOP_AFTER = 3  # seconds that an open stream may delay the stop
USAGE = """\
./run                        serve the site; HOST, PORT and DATA_DIR change where
./run backup FILE [--force]  put all plays into FILE, also while the site runs; --force writes over a file
./run restore FILE           put the plays of FILE in the place of those in DATA_DIR, which are kept aside"""


class Unusable(Exception):
    """A setting that cannot be served with; the message is for the person who set it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where to listen."""

    host: str
    port: int

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Place:
        """HOST (0.0.0.0: all that reach this machine) and PORT (8000)."""
        text = environ.get("PORT") or "8000"
        if not text.isascii() or not text.isdigit() or not 0 < int(text) < 65536:
            raise Unusable(f"PORT must be a number from 1 to 65535, not {text!r}.")
        return cls(environ.get("HOST") or "0.0.0.0", int(text))  # noqa: S104  # other phones shall reach it

    def check(self) -> None:
        """Refuse a place that is taken or not ours."""
        try:
            family, *_, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
            with socket.socket(family, socket.SOCK_STREAM) as trial:
                trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                trial.bind(address)
        except PermissionError:
            raise Unusable(f"Port {self.port} is reserved for the system. Choose another: PORT=8000 ./run") from None
        except socket.gaierror:
            raise Unusable(f"HOST={self.host} is no address of this machine.") from None
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise Unusable(
                    f"Port {self.port} is in use, perhaps by a Companion that is already running."
                    f" Stop that one, or choose another port: PORT={self.port + 1} ./run"
                ) from None
            raise Unusable(f"Cannot listen at {self.host}: {error.strerror}.") from None

    def addresses(self) -> list[str]:
        """The addresses to type, the one for other phones first."""
        if self.host not in ("0.0.0.0", "::"):  # noqa: S104
            return [self._url(self.host)]
        return [self._url(host) for host in (*of_this_machine()[:1], "localhost")]

    def _url(self, host: str) -> str:
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"


def welcome(addresses: list[str]) -> str:
    """What a person needs to see: where it is, and the same as a code for a phone's camera."""
    first, *others = addresses
    also = f" (on this machine also {others[0]})" if others else ""
    return (
        f"\nCompanion is at {first}{also}\nPhones in the same network can scan this; Ctrl-C stops it.\n\n{code(first)}"
    )


def code(text: str) -> str:
    """*text* as a QR code of characters, white on black whatever the terminal's colours."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(text, micro=False).terminal(drawn, compact=True, border=2)
    lines = drawn.getvalue().splitlines()
    return "\n".join(f"\x1b[97;40m{line}\x1b[0m" if sys.stdout.isatty() else line for line in lines) + "\n"


def serve(environ: Mapping[str, str]) -> None:
    """Serve until stopped."""
    from granian.constants import Interfaces
    from granian.log import LogLevels
    from granian.server import Server

    from companion.store import opened

    place, settings = Place.from_env(environ), ready_settings(environ)
    place.check()
    log = opened(settings.data_dir)  # brought up to date before anybody asks, and held until the end
    log.engine.dispose()
    addresses = place.addresses()
    print(welcome([f"{settings.public_url}/", *addresses] if settings.public_url else addresses), flush=True)
    share_heaps()

    Server(
        "app:app",
        address=place.host,
        port=place.port,
        interface=Interfaces.WSGI,
        blocking_threads=settings.threads,
        backpressure=WAITING,
        workers_kill_timeout=STOP_AFTER,
        working_dir=ROOT,
        log_level=LogLevels.error,  # its warnings are about the number of threads, which is meant
    ).serve()


def share_heaps() -> None:
    """Let all threads share a few heaps; each heap keeps what the largest page of its threads once needed."""
    with suppress(OSError, AttributeError):  # another system's C library sees to it in its own way
        ctypes.CDLL(None).mallopt(ARENA_MAX, HEAPS)


def ready_settings(environ: Mapping[str, str]) -> Settings:
    """The settings, with the folder and the key made, before any worker could do so at the same time."""
    try:
        return Settings.from_env(environ)
    except OSError as error:
        raise Unusable(f"DATA_DIR cannot be used: {error.strerror} ({error.filename}).") from None
    except ValueError as error:
        raise Unusable(str(error)) from None


def from_where_started(environ: Mapping[str, str]) -> dict[str, str]:
    """*environ* with a relative DATA_DIR as meant where ./run was typed, which is not where it works."""
    meant = Path(environ.get("STARTED_IN") or ".", environ["DATA_DIR"]) if environ.get("DATA_DIR") else None
    return {**environ, **({"DATA_DIR": str(meant)} if meant else {})}


def back_up(environ: Mapping[str, str], file: str, *, force: bool) -> None:
    """Put all plays into *file* and say how many."""
    from companion.backup import backup

    path = meant(environ, file)
    print(f"{backup(ready_settings(environ).data_dir, path, force=force)} are in {path}")


def put_back(environ: Mapping[str, str], file: str) -> None:
    """Restore the plays of *file*, and say how many and where the others are."""
    from companion.backup import restore

    data_dir, path = ready_settings(environ).data_dir, meant(environ, file)
    held = restore(data_dir, path)
    aside = f"\nWhat was there before is kept as {held.before}" if held.before else ""
    print(f"{held} from {path} are in {data_dir}{aside}")


def meant(environ: Mapping[str, str], file: str) -> Path:
    """*file* as seen from where ./run was typed."""
    return Path(environ.get("STARTED_IN") or ".", file).resolve()


def main(arguments: list[str]) -> int:
    """0, or 1 with a sentence of what is wrong, or 2 for a word that is not known."""
    os.environ.update(from_where_started(os.environ))
    try:
        match [word for word in arguments if word != "--force"]:
            case [] | ["serve"] if "--force" not in arguments:
                serve(os.environ)
            case ["backup", file] if not file.startswith("-"):
                back_up(os.environ, file, force="--force" in arguments)
            case ["restore", file] if not file.startswith("-") and "--force" not in arguments:
                put_back(os.environ, file)
            case words:
                print(USAGE, file=sys.stderr)
                return 0 if words in (["-h"], ["--help"]) else 2
    except (Unusable, Unready) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
