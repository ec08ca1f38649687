"""What no button of a page says, said by the page's own sender: queue, outbox and redrawing are its own."""

from __future__ import annotations

from typing import Any

TAP = """([address, fields]) => {
  const form = document.createElement("form"), base = document.querySelector("#live").dataset.head;
  Object.assign(form, { method: "post", action: address });
  form.dataset.tap = "";
  for (const [name, value] of [...fields, ["base", base]])
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.querySelector("main").append(form);
  form.requestSubmit();
}"""


def fields_of(event: dict[str, Any]) -> list[tuple[str, str]]:
    """The fields of a form that says *event*."""
    held = event.get("held")
    given = {"kind": event["kind"], "seat": held["owner"], "keys": held["keys"]} if held else event
    pairs = [(name, value if isinstance(value, list) else [value]) for name, value in given.items()]
    return [(name, str(int(one) if isinstance(one, bool) else one)) for name, values in pairs for one in values]
