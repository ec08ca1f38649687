"""Flask as this site uses it: it keeps no session, and it knows the addresses that it made."""

from __future__ import annotations

from typing import Any

from flask import Flask, has_request_context, request
from flask.sessions import SessionInterface
from flask.wrappers import Request

KEPT = 2000  # addresses; a page of a play has about twenty
LONG = 200  # signs: longer ones hold what somebody typed, and are not kept


class NoSession(SessionInterface):
    """A phone is known by its own cookie, so no other is read or written."""

    def open_session(self, app: Flask, request: Request) -> None:
        """Nothing."""


class Site(Flask):
    """An application whose pages ask for the same addresses again and again."""

    session_interface = NoSession()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._addresses: dict[str, str] = {}

    def url_for(self, /, endpoint: str, **values: Any) -> str:  # type: ignore[override]  # all by name, as in Flask
        """The address of *endpoint*, put together once: that takes as long as looking up twenty."""
        if not has_request_context() or endpoint.startswith("."):
            return super().url_for(endpoint, **values)
        asked = f"{request.root_path} {endpoint} {values!r}"
        known = self._addresses.get(asked)
        if known is None:
            known = super().url_for(endpoint, **values)
            if known.startswith("/") and len(asked) <= LONG:
                self._keep(asked, known)
        return known

    def _keep(self, asked: str, known: str) -> None:
        if len(self._addresses) >= KEPT:
            self._addresses.clear()
        self._addresses[asked] = known
