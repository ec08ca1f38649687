"""What every request must keep to and every response says: same origin, bounded size, no other host, no framing."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, request

MOST_BYTES = 1024 * 1024
MOST_URL = 24_000
SAFE = ("GET", "HEAD", "OPTIONS")
OPEN, KEPT = "/api/v1/", "/api/v1/plays/"  # calculators change nothing and may be asked from anywhere; plays not

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}


def init(app: Flask) -> None:
    """Put the checks in front of every request and the headers on every response."""
    app.before_request(refuse_long)
    app.before_request(refuse_strangers)
    app.after_request(with_headers)


def refuse_long() -> None:
    """414 for an address no form of ours could make."""
    if len(request.full_path) > MOST_URL:
        abort(414)


def refuse_strangers() -> None:
    """403 for a change that another site's page asks for."""
    if request.method in SAFE or (request.path.startswith(OPEN) and not request.path.startswith(KEPT)):
        return
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        if site not in ("same-origin", "none"):
            abort(403)
        return
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc not in own_hosts():
        abort(403)


def own_hosts() -> set[str]:
    """What this site is called: the host that was asked, and the public address of a site behind a proxy."""
    public = current_app.extensions["settings"].public_url
    return {request.host, *([urlsplit(public).netloc] if public else [])}


def with_headers(response: Response) -> Response:
    """The security headers, unless a route said otherwise."""
    said = {name for name, _ in response.headers}
    response.headers.extend((name, value) for name, value in HEADERS.items() if name not in said)
    return response
