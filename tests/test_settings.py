"""What is set from outside, and the key that is made once."""

from __future__ import annotations

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from companion.settings import Settings, kept_key


def test_without_anything_set_it_works_at_home(tmp_path: Path) -> None:
    settings = Settings.from_env({"DATA_DIR": str(tmp_path / "new" / "place")})

    assert settings.data_dir.is_dir()
    assert (settings.public_url, settings.prefix, settings.rate_limit) == (None, "", 60)
    assert len(settings.secret_key) == 64


def test_a_key_from_outside_is_used_and_not_written(tmp_path: Path) -> None:
    settings = Settings.from_env({"DATA_DIR": str(tmp_path), "SECRET_KEY": "mine"})

    assert settings.secret_key == b"mine"
    assert list(tmp_path.iterdir()) == []


def test_the_key_outlives_restarts_and_is_its_owners_only(tmp_path: Path) -> None:
    first = Settings.from_env({"DATA_DIR": str(tmp_path)}).secret_key

    assert Settings.from_env({"DATA_DIR": str(tmp_path)}).secret_key == first
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]
    assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600


def test_many_starts_at_once_agree_on_one_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        keys = set(pool.map(kept_key, [tmp_path / "secret.key"] * 64))

    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret.key"]


def test_a_start_that_was_killed_midway_hinders_no_other(tmp_path: Path) -> None:
    (tmp_path / ".secret.key.half").write_bytes(b"")

    assert len(kept_key(tmp_path / "secret.key")) == 64


def test_an_empty_key_is_refused_aloud(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(b"")

    with pytest.raises(ValueError, match="is empty"):
        kept_key(tmp_path / "secret.key")


@pytest.mark.parametrize("given", ["many", "-1", "1.5"])
def test_a_limit_that_is_no_number_is_refused_by_name(tmp_path: Path, given: str) -> None:
    with pytest.raises(ValueError, match="RATE_LIMIT"):
        Settings.from_env({"DATA_DIR": str(tmp_path), "RATE_LIMIT": given})


@pytest.mark.parametrize(
    ("url", "prefix"),
    [("https://example.org", ""), ("https://example.org/", ""), ("https://example.org/games/", "/games")],
)
def test_the_public_address_says_the_path_in_front(tmp_path: Path, url: str, prefix: str) -> None:
    settings = Settings.from_env({"DATA_DIR": str(tmp_path), "SECRET_KEY": "x", "PUBLIC_URL": url})
    assert settings.prefix == prefix
