"""To come."""

from flask import Blueprint

bp = Blueprint("counts", __name__)


@bp.get("/games/<slug>/count")
def show(slug: str) -> str:
    return ""
