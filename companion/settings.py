"""What can be set from outside, all by environment variables; everything has a default that works at home."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[1]
FEWEST_THREADS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """*data_dir* holds everything that is kept; *public_url* is the address phones use, if it is not the host's own.

    *rate_limit* is calculator requests a minute for one address (0: no limit; never limited on the same machine).
    *threads* is how many requests are served at once; a live phone holds one. *worker* says whether phones may keep
    the site for when there is no network.
    """

    data_dir: Path
    secret_key: bytes
    public_url: str | None = None
    rate_limit: int = 60
    threads: int = 256
    worker: bool = True

    @classmethod
    def from_env(cls, environ: Mapping[str, str]) -> Settings:
        """DATA_DIR, PUBLIC_URL, RATE_LIMIT, SECRET_KEY, THREADS, WORKER. Makes the data folder and the key."""
        data_dir = Path(environ.get("DATA_DIR") or ROOT / "data").resolve()
        data_dir.mkdir(parents=True, exist_ok=True)
        given = environ.get("SECRET_KEY", "").encode()
        return cls(
            data_dir=data_dir,
            secret_key=given or kept_key(data_dir / "secret.key"),
            public_url=environ.get("PUBLIC_URL", "").rstrip("/") or None,
            rate_limit=whole(environ, "RATE_LIMIT", 60),
            threads=max(FEWEST_THREADS, whole(environ, "THREADS", 256)),
            worker=environ.get("WORKER", "on") != "off",
        )

    @property
    def streams(self) -> int:
        """How many phones may be live at once, so that threads are left for everything else."""
        return max(self.threads // 2, self.threads - 56)

    @property
    def prefix(self) -> str:
        """The path under which a proxy shows the site ("/games"), or nothing."""
        return urlsplit(self.public_url).path.rstrip("/") if self.public_url else ""


def whole(environ: Mapping[str, str], name: str, default: int) -> int:
    """The whole number in the variable *name*."""
    given = environ.get(name) or str(default)
    if not given.isdecimal():
        raise ValueError(f"{name} must be a whole number, not {given!r}.")
    return int(given)


def kept_key(path: Path) -> bytes:
    """The key in *path*, made there once, readable by its owner only; two starts at once agree on one key."""
    if not path.exists():
        draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(secrets.token_hex(32).encode())
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)
        except FileExistsError:
            pass  # another start was faster: its key counts
        except OSError:
            os.replace(draft, path)  # a file system without links
        draft.unlink(missing_ok=True)
    if not (key := path.read_bytes()):
        raise ValueError(f"{path} is empty. Delete it, and a new key is made.")
    return key
