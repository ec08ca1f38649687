"""Which phone this is: a signed cookie that names the device and nothing else. No account, nobody is tracked."""

from __future__ import annotations

import secrets
from functools import lru_cache

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "device"
YEAR = 365 * 24 * 3600
LONG = 200  # signs: ours are half as long


def init(app: Flask) -> None:
    """Send the cookie once a device has taken part in something."""
    app.extensions["signer"] = URLSafeSerializer(app.secret_key or b"", salt="device")
    app.after_request(remembered)


def _signer() -> URLSafeSerializer:
    signer: URLSafeSerializer = current_app.extensions["signer"]
    return signer


def known_device() -> str | None:
    """The name of this device; None for one that never took part in anything."""
    if "device" not in g:
        cookie = request.cookies.get(COOKIE, "")
        g.device = _named(_signer(), cookie) if len(cookie) <= LONG else None
    device: str | None = g.device
    return device


@lru_cache(maxsize=1000)
def _named(signer: URLSafeSerializer, cookie: str) -> str | None:
    """The device that *cookie* names; None where its signature is not ours."""
    try:
        found = signer.loads(cookie)
    except BadSignature:
        return None
    return found if isinstance(found, str) and len(found) <= 64 else None


def device() -> str:
    """The name of this device, given now if it has none."""
    if (known := known_device()) is not None:
        return known
    g.device = secrets.token_urlsafe(24)
    g.new_device = True
    return str(g.device)


def remembered(response: Response) -> Response:
    """*response* with the cookie, where the device was named just now."""
    if g.get("new_device"):
        response.set_cookie(
            COOKIE, _signer().dumps(g.device), max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response
