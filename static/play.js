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
  const post = async (form, button) => {
    const data = new FormData(form, button);
    data.set("op", id());
    if (button?.name === "by") data.delete("to");
    form.classList.add("waiting");
    try {
      const answer = await fetch(form.action, { method: "POST", body: data, headers: { "HX-Request": "true", Accept: "application/json" } });
      if (!answer.ok) {
        const page = await answer.text();
        return told(form, new DOMParser().parseFromString(page, "text/html").querySelector("h1")?.textContent || answer.statusText);
      }
      told(form, "");
      const live = document.getElementById("live");
      if (live && form.closest("#live")) document.body.dispatchEvent(new Event("changed"));
      else location.assign(form.elements.back.value === location.pathname + location.search ? location.href : form.elements.back.value);
    } catch {
      told(form, document.documentElement.dataset.offline || "…");
    } finally {
      form.classList.remove("waiting");
    }
  };
  document.addEventListener("submit", event => {
    const form = event.target;
    if (!form.matches("form[data-tap]")) return;
    event.preventDefault();
    if (form.classList.contains("waiting") && !event.submitter?.name) return;
    navigator.vibrate?.(8);
    post(form, event.submitter);
  });
  document.addEventListener("change", event => {
    if (event.target.matches("[data-set]")) event.target.form.requestSubmit();
  });
}
