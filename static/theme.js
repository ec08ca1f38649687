/* Light or dark: as the device says, until somebody chooses. Runs before the page is drawn, so that nothing flashes. */
"use strict";
(() => {
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const device = () => dark.matches ? "dark" : "light";
  const apply = theme => theme ? root.setAttribute("data-theme", theme) : root.removeAttribute("data-theme");
  try { apply(JSON.parse(localStorage.getItem("theme"))) } catch { /* private windows keep nothing */ }
  document.addEventListener("DOMContentLoaded", () =>
    document.querySelectorAll("[data-theme-toggle]").forEach(button => { button.hidden = false }));
  document.addEventListener("click", event => {
    if (!event.target.closest("[data-theme-toggle]")) return;
    const next = (root.dataset.theme || device()) === "dark" ? "light" : "dark";
    apply(next === device() ? null : next);
    try { localStorage.setItem("theme", JSON.stringify(next === device() ? null : next)) } catch { /* this page only */ }
  });
})();
