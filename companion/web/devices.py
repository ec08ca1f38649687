"""Which phone this is: a signed cookie that names the device and nothing else. No account, nobody is tracked."""

from __future__ import annotations

import secrets

from flask import Flask, Response, current_app, g, request
from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "device"
YEAR = 365 * 24 * 3600


def init(app: Flask) -> None:
    """Send the cookie once a device has taken part in something."""
    app.after_request(remembered)


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key or b"", salt="device")


def known_device() -> str | None:
    """The name of this device; None for one that never took part in anything."""
    if "device" not in g:
        try:
            found = _signer().loads(request.cookies.get(COOKIE, ""))
        except BadSignature:
            found = None
        g.device = found if isinstance(found, str) and len(found) <= 64 else None
    device: str | None = g.device
    return device


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
