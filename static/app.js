/* Companion: what needs a script. Everything else works without. */
"use strict";
const root = document.documentElement;
const $ = (css, from = document) => from.querySelector(css);
const $$ = (css, from = document) => [...from.querySelectorAll(css)];
const kept = {
  get(key, fallback) {
    try { return JSON.parse(localStorage.getItem(key)) ?? fallback } catch { return fallback }
  },
  set(key, value) {
    try { localStorage.setItem(key, JSON.stringify(value)) } catch { /* private windows keep nothing */ }
  },
};

/* A sum as it is typed: 6×5 + 4×3 is 42. Null while it cannot be read; the server judges in the end. */
const sum = text => {
  const plain = text.replace(/[−–—]/g, "-").replace(/[×·xXхХ]/g, "*").replace(/\s/g, "");
  if (!/^[+-]?\d{1,6}([*+-]-?\d{1,6})*$/.test(plain)) return null;
  return plain.match(/[+-]?[^+-]*(?:\*-\d+)*/g).filter(Boolean)
    .reduce((all, part) => all + part.split("*").reduce((n, f) => n * Number(f), 1), 0);
};

/* The final count: our own keypad, jumping from player to player, and a draft that survives reload and lock. */
const count = $("form[data-count]");
if (count) {
  const entries = $$("[data-entry]", count);
  const touch = matchMedia("(pointer: coarse)").matches;
  const keys = $("[data-keys]");
  let now = null;
  const show = entry => {
    const out = $("[data-sum]", entry.parentElement);
    if (!out) return;
    const total = /\d\s*[−+×*xх-]/.test(entry.value) ? sum(entry.value) : null;
    out.value = total === null ? "" : String(total).replace("-", "−");
  };
  const draft = () => {
    const data = new URLSearchParams([...new FormData(count)].filter(([, value]) => value.trim?.()));
    data.set("step", count.dataset.here);
    history.replaceState(null, "", "?" + data);
    keepDraft(count.dataset.count, data);
  };
  const mark = entry => {
    now = entry;
    $$(".now", count).forEach(li => li.classList.remove("now"));
    entry.closest("li").classList.add("now");
    const next = entries[entries.indexOf(entry) + 1], label = $("[data-next]");
    if (label) label.textContent = next ? $("label b, .who > b", next.closest("li"))?.textContent || label.textContent : $("[data-then]").textContent;
    if (label && next && next.closest("li") === entry.closest("li")) label.textContent = $("span", next.closest("label")).textContent;
  };
  const focus = entry => { entry.focus({ preventScroll: true }); entry.closest("li").scrollIntoView({ block: "nearest" }) };
  const forward = () => {
    const next = entries[entries.indexOf(now) + 1];
    if (next) focus(next); else count.requestSubmit($("button[form=count].main"));
  };
  entries.forEach(entry => {
    if (touch && keys) entry.inputMode = "none";
    entry.addEventListener("focus", () => { mark(entry); entry.setSelectionRange?.(entry.value.length, entry.value.length) });
    entry.addEventListener("input", () => { show(entry); draft() });
    entry.addEventListener("keydown", event => {
      if (event.key === "Enter") { event.preventDefault(); forward() }
    });
    show(entry);
  });
  count.addEventListener("change", draft);
  if (keys && entries.length) {
    keys.hidden = false;
    keys.addEventListener("pointerdown", event => event.preventDefault());
    keys.addEventListener("click", event => {
      const button = event.target.closest("button");
      if (!button) return;
      if (!now) focus(entries[0]);
      const key = button.dataset.key || button.textContent.trim();
      navigator.vibrate?.(8);
      if (key === "next") return forward();
      now.value = key === "erase" ? now.value.slice(0, -1) : now.value + key;
      now.dispatchEvent(new Event("input", { bubbles: true }));
    });
    focus(entries.find(entry => entry.getAttribute("aria-invalid")) || entries.find(entry => !entry.value) || entries[0]);
  }
  /* Cards: search, and how many are chosen. */
  $$(".hand", count).forEach(hand => {
    const find = $("[data-find]", hand), many = $("[data-count-of]", hand), rows = $$("li", hand);
    const fold = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    $("[data-filter]", hand).hidden = false;
    find.addEventListener("input", () => rows.forEach(li => { li.hidden = !fold(li.textContent).includes(fold(find.value)) }));
    find.addEventListener("keydown", event => { if (event.key === "Enter") event.preventDefault() });
    hand.addEventListener("change", () => {
      many.textContent = many.textContent.replace(/\d+/, $$("input:checked", hand).length);
      if (find.value) { find.value = ""; find.dispatchEvent(new Event("input")) }
    });
  });
  keepDraft(count.dataset.count, new URLSearchParams(location.search));
}

/* Drafts: the last counts of this phone, by game; a new one never wipes an old one. */
function keepDraft(game, data) {
  if (!data.get("name")) return;
  const who = data.getAll("name").join(", ");
  const rest = kept.get("drafts", []).filter(draft => draft.game !== game || draft.who !== who);
  kept.set("drafts", [{ game, who, query: String(data), at: Date.now() }, ...rest].slice(0, 6));
  kept.set("names." + game, data.getAll("name"));
}
$$("[data-drafts]").forEach(place => {
  const game = place.dataset.drafts;
  const drafts = kept.get("drafts", []).filter(draft => (!game || draft.game === game) && !draft.query.includes("step=result"));
  if (!drafts.length) return;
  const title = document.createElement("h2");
  title.textContent = place.dataset.title;
  const list = document.createElement("ul");
  list.className = "links panel";
  drafts.forEach(draft => {
    const li = document.createElement("li"), link = document.createElement("a"), name = document.createElement("b");
    const text = document.createElement("span"), when = document.createElement("small");
    link.href = place.dataset.base.replace("GAME", draft.game) + "?" + draft.query;
    name.textContent = draft.who;
    when.textContent = new Date(draft.at).toLocaleString(root.lang, { weekday: "short", hour: "2-digit", minute: "2-digit" });
    when.className = "soft";
    text.append(name, when);
    link.append(text);
    li.append(link);
    list.append(li);
  });
  place.append(title, list);
  place.hidden = false;
});
/* Names of the last time, where none are typed yet. */
const names = $("form[data-names]");
if (names) {
  const boxes = $$("input[name=name]", names);
  if (boxes.every(box => !box.value)) kept.get("names." + names.dataset.names, []).forEach((name, n) => { if (boxes[n]) boxes[n].value = name });
  const letter = box => { $("b", box.closest("li")).textContent = (box.value.match(/[\p{L}\p{N}]/u) || ["•"])[0].toUpperCase() };
  boxes.forEach(box => { letter(box); box.addEventListener("input", () => letter(box)) });
  const house = $$("[name^='opt.']", names), key = "house." + names.dataset.names, last = kept.get(key, {});
  if (!location.search) house.forEach(field => { if (field.name in last) field.value = last[field.name] });
  names.addEventListener("submit", () => kept.set(key, Object.fromEntries(house.map(field => [field.name, field.value]))));
}
/* Share the result: the phone's own sheet, else the clipboard. */
$$("[data-share]").forEach(link => link.addEventListener("click", async event => {
  const url = new URL(link.href, location).href;
  if (!navigator.share && !navigator.clipboard) return;
  event.preventDefault();
  try {
    if (navigator.share) await navigator.share({ title: link.dataset.share, url });
    else { await navigator.clipboard.writeText(url); $("span", link).textContent = "✓" }
  } catch { /* the person changed their mind */ }
}));

/* Calculators: plus and minus beside the number, and errors beside their fields while one types. */
$$("[data-step]").forEach(button => {
  button.hidden = false;
  button.onclick = () => {
    const field = $("input", button.parentElement);
    field.value = (sum(field.value || field.placeholder || "0") ?? 0) + Number(button.dataset.step);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
});
document.addEventListener("htmx:after:swap", () => {
  $$(".calculator .error").forEach(p => p.remove());
  $$(".calculator [aria-invalid]").forEach(field => { field.removeAttribute("aria-invalid"); field.removeAttribute("aria-describedby") });
  $$("[data-error-for]").forEach((item, n) => {
    const field = document.getElementById(item.dataset.errorFor), p = document.createElement("p");
    if (!field) return;
    p.className = "error";
    p.id = "live-error-" + n;
    p.textContent = item.textContent;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", p.id);
    field.closest(".ask").append(p);
  });
});
