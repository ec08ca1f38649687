/* Plays: every tap is posted once, with an id of its own; the page then brings its live part up to date. */
"use strict";
{
  const id = () => [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, "0")).join("");
  const told = (form, text) => {
    form.parentElement.querySelector(":scope > .refused")?.remove();
    if (!text) return;
    const p = document.createElement("p");
    p.className = "error refused";
    p.setAttribute("role", "alert");
    p.textContent = text;
    form.after(p);
  };
  const go = to => to === location.pathname + location.search ? location.reload() : location.assign(to);
  const post = async (form, data) => {
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, headers: { "HX-Request": "true", Accept: "application/json" } });
      if (!answer.ok) {
        const page = await answer.text();
        return told(form, new DOMParser().parseFromString(page, "text/html").querySelector("h1")?.textContent || answer.statusText);
      }
      told(form, "");
      /* What is taken back may have ended a phase: then the bar below is another, too. */
      if (form.closest("#live") && data.get("kind") !== "undone") document.body.dispatchEvent(new Event("changed"));
      else go(form.elements.back.value);
    } catch {
      told(form, document.documentElement.dataset.offline || "…");
    } finally {
      form.classList.remove("waiting");
    }
  };
  /* One after the other: what was typed last is there before the next phase begins. */
  let before = Promise.resolve();
  document.addEventListener("submit", event => {
    const form = event.target, button = event.submitter;
    if (!form.matches("form[data-tap]")) return;
    event.preventDefault();
    if (form.classList.contains("waiting") && !button?.name) return;
    navigator.vibrate?.(8);
    const data = new FormData(form, button);
    data.set("op", id());
    if (button?.name === "by") data.delete("to");
    form.classList.add("waiting");
    before = before.then(() => post(form, data));
  });
  document.addEventListener("change", event => {
    if (event.target.matches("[data-set]")) event.target.form.requestSubmit();
  });
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 };
  document.addEventListener("keydown", event => {
    const cells = event.target.matches(".cells > *") && [...event.target.parentElement.querySelectorAll("a, button")];
    const cell = cells && STEPS[event.key] && cells[cells.indexOf(event.target) + STEPS[event.key]];
    if (cell) { event.preventDefault(); cell.focus(); }
  });
  /* What is for one person alone opens to a held finger, not to a slip; it covers itself when the phone is put away. */
  let held = 0;
  const HOLD = 500;
  document.addEventListener("pointerdown", event => {
    const button = event.target.closest("[data-hold]");
    if (button) held = setTimeout(() => button.form.requestSubmit(button), HOLD);
  });
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(held));
  document.addEventListener("contextmenu", event => { if (event.target.closest("[data-hold]")) event.preventDefault(); });
  document.addEventListener("click", event => {
    const button = event.target.closest("[data-hold]");
    if (!button || !event.detail || button.dataset.armed) return;
    event.preventDefault();
    button.dataset.armed = "1";
    button.firstElementChild.textContent = button.dataset.hold;
  });
  document.addEventListener("visibilitychange", () => {
    const cover = document.querySelector("[data-cover]");
    if (cover && document.hidden) cover.open = false;
  });
}
