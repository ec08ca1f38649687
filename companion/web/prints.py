"""To come."""

from flask import Blueprint

bp = Blueprint("prints", __name__)


@bp.get("/games/<slug>/print")
def index(slug: str) -> str:
    return ""
