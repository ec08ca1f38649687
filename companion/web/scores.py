"""To come."""

from flask import Blueprint

bp = Blueprint("scores", __name__)


@bp.get("/games/<slug>/score/<key>")
def show(slug: str, key: str) -> str:
    return ""
