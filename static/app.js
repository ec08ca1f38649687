/* Companion: what needs a script. Everything else works without. */
"use strict";
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
const signed = n => String(n).replace("-", "−");

/* The final count. Everything typed is in the address at once, so reload, lock and back lose nothing; the page of the
   next category is swapped in, so the keypad stays under the thumb. Listeners stand on the document and outlive swaps. */
const count = () => $("form[data-count]");
const entries = () => $$("[data-entry]", count());
const hands = () => $$("[data-hand]", count());
const rowOf = field => field.closest("[data-row], [data-hand]");
const nameIn = row => $("[data-name]", row).textContent;
let entry = null; // the field that the keypad types into

const draft = () => {
  const typed = new URLSearchParams([...new FormData(count())].filter(([, value]) => value.trim()));
  typed.set("step", count().dataset.here);
  keepDraft(count().dataset.count, typed);
  try { history.replaceState(history.state, "", "?" + typed) } catch { setTimeout(() => count() && draft(), 2000) /* too often for Safari */ }
};
const showSum = field => {
  const row = field.closest("[data-row]");
  if (!row) return showPicked(rowOf(field));
  const total = /\d\s*[−+×*xXхХ-]/.test(field.value) ? sum(field.value) : null;
  row.classList.toggle("summed", total !== null);
  $("[data-sum]", row).value = total === null ? "" : signed(total);
};
const showPicked = hand => {
  const many = $("[data-many]", hand), ticked = $$(":checked", hand);
  if (many) many.value = ticked.length;
  const picked = many ? ticked.map(box => $("[data-label]", box.parentElement).textContent)
    : $$("[data-entry]", hand).filter(field => field.value.trim()).map(field => $("[data-label]", field.closest("li")).textContent + " " + field.value);
  $("[data-picked]", hand).textContent = picked.join(" · ");
};
/* What "next" leads to: of fields, the next one; of panels, the next person's; then the next category. */
const upcoming = () => {
  const fields = entries(), open = hands().find(hand => hand.open);
  const field = entry && fields[fields.indexOf(entry) + 1];
  if (entry) return field && { field, label: rowOf(field) === rowOf(entry) ? $("[data-label]", field.closest("li")).textContent : nameIn(rowOf(field)) };
  const hand = hands()[hands().indexOf(open) + 1];
  return open && hand && { hand, label: nameIn(hand) };
};
const labelNext = () => {
  const label = $("[data-next]");
  if (label) label.textContent = upcoming()?.label ?? $("[data-then]").textContent;
};
const pick = field => {
  const hand = field.closest("[data-hand]");
  if (hand) hand.open = true;
  field.focus({ preventScroll: true });
  (field.closest("li") ?? field).scrollIntoView({ block: "nearest" });
};
const forward = () => {
  const next = upcoming();
  if (next?.field) return pick(next.field);
  if (!next) return count().requestSubmit($("button[form=count].main"));
  next.hand.open = true;
  next.hand.scrollIntoView({ block: "nearest" });
};
const type = key => {
  if (!entry?.isConnected) pick($("[data-first]") ?? entries()[0]);
  const { selectionStart: from, selectionEnd: to } = entry;
  if (key !== "erase") entry.setRangeText(key, from, to, "end");
  else entry.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
  entry.dispatchEvent(new Event("input", { bubbles: true }));
};
const add = button => {
  const field = $("input", button.parentElement), low = Number(field.dataset.low);
  field.value = Math.max(low, (sum(field.value || "0") ?? 0) + Number(button.dataset.add));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  $("[data-said]").value = field.getAttribute("aria-label") + ": " + field.value;
};
/* Running totals, brought up to date behind the scenes; the old ones stay where there is no network. */
let telling;
const tellTotals = async () => {
  const form = count(), address = location.href;
  if (!form || !$("[data-so-far]")) return;
  const html = await fetch(address).then(answer => answer.text(), () => "");
  if (!html || form !== count() || address !== location.href) return;
  const fresh = new DOMParser().parseFromString(html, "text/html");
  $$("[data-so-far]").forEach(place => {
    place.textContent = $(`[data-so-far="${place.dataset.soFar}"]`, fresh)?.textContent ?? place.textContent;
  });
};
const letters = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const find = field => $$(".cards li", rowOf(field)).forEach(li => { li.hidden = !letters(li.textContent).includes(letters(field.value)) });

document.addEventListener("focusin", event => {
  if (!event.target.matches("[data-entry]")) return;
  entry = event.target;
  $$(".now", count()).forEach(row => row.classList.remove("now"));
  entry.closest("li").classList.add("now");
  entry.setSelectionRange(entry.value.length, entry.value.length);
  $("[data-keys]").classList.remove("folded");
  labelNext();
});
document.addEventListener("input", event => {
  if (event.target.matches("[data-find]")) return find(event.target);
  if (!event.target.closest("form[data-count]")) return;
  if (event.target.matches("[data-entry]")) showSum(event.target);
  draft();
  clearTimeout(telling);
  telling = setTimeout(tellTotals, 600);
});
document.addEventListener("change", event => {
  if (!event.target.matches(".cards input")) return;
  const hand = rowOf(event.target), field = $("[data-find]", hand);
  showPicked(hand);
  if (field?.value) { field.value = ""; find(field) }
});
document.addEventListener("keydown", event => {
  if (event.key === "Enter" && event.target.matches("[data-find]")) event.preventDefault();
  if (!event.target.matches("[data-entry]") || event.isComposing) return;
  const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const field = entries()[entries().indexOf(event.target) + step];
  if (event.key === "Enter") forward(); else if (field) pick(field);
});
document.addEventListener("pointerdown", event => { if (event.target.closest("[data-keys]")) event.preventDefault() });
document.addEventListener("click", event => {
  const button = event.target.closest("[data-keys] button, [data-add]"), row = event.target.closest("[data-row]");
  if (!button) return row && !event.target.closest("a") && pick($("[data-entry]", row));
  navigator.vibrate?.(8);
  if (button.dataset.add) return add(button);
  if (button.dataset.key === "next") forward(); else type(button.dataset.key ?? button.textContent);
});
/* A person's panel opens: those chosen stand on top, and the keypad folds away until a field is tapped. */
document.addEventListener("toggle", event => {
  const hand = event.target;
  if (!hand.matches?.("[data-hand]") || !hand.open) return;
  if (entry && rowOf(entry) !== hand) { entry.blur(); entry = null; $("[data-keys]").classList.add("folded") }
  $$(":checked", hand).reverse().forEach(box => $(".cards", hand).prepend(box.closest("li")));
  labelNext();
}, true);
document.addEventListener("htmx:error", () => { const told = $("[data-offline]"); if (told) { told.hidden = false; told.scrollIntoView({ block: "center" }) } });

/* Drafts: the last counts of this phone. A new count has a name of its own, so it never wipes an old one. */
function keepDraft(game, typed, result = "") {
  if (!typed.get("name")) return;
  const id = typed.get("draft") ?? "", at = Date.now(), who = typed.getAll("name").join(", ");
  const rest = kept.get("drafts", []).filter(one => one.game !== game || one.id !== id && at - one.at < 14 * 864e5);
  const all = [{ id, game, who, query: String(typed), at, result, step: result || $("h1").firstChild.textContent.trim() }, ...rest];
  kept.set("drafts", [...all.filter(one => !one.result), ...all.filter(one => one.result)].slice(0, 8));
  kept.set("names", typed.getAll("name"));
  kept.set("names." + game, typed.getAll("name"));
}
const element = (name, text, ...inside) => {
  const made = document.createElement(name);
  made.append(text, ...inside);
  return made;
};
const offerDrafts = place => {
  const { drafts: game, title, base, unfinished } = place.dataset, here = new URLSearchParams(location.search).get("draft");
  const drafts = kept.get("drafts", []).filter(one => (!game || one.game === game) && (unfinished === undefined || !one.result && one.id !== here));
  if (!drafts.length) return;
  const rows = drafts.slice(0, 4).map(one => {
    const when = new Date(one.at).toLocaleString([], { weekday: "short", hour: "2-digit", minute: "2-digit" });
    const who = element("b", one.who), about = element("small", one.step + " · " + when), link = element("a", element("span", who, about));
    who.dir = "auto";
    link.href = base.replace("GAME", one.game) + "?" + one.query;
    return element("li", link);
  });
  const list = element("ul", "", ...rows);
  list.className = "links panel";
  place.replaceChildren(element("h2", title), list);
  place.hidden = false;
};
/* Who plays: the names of the last time, where none are typed yet, and the house rules of this group. */
const prepareNames = form => {
  const boxes = $$("input[name=name]", form), game = form.dataset.names;
  const letter = box => { $("b", box.closest("li")).textContent = (box.value.match(/[\p{L}\p{N}]/u) ?? ["•"])[0].toUpperCase() };
  const house = $$("[name^='opt.']", form), last = kept.get("house." + game, {});
  if (!location.search) {
    const names = kept.get("names." + game, kept.get("names", []));
    boxes.forEach((box, n) => { box.value ||= names[n] ?? "" });
    house.forEach(field => { if (field.name in last) field.value = last[field.name] });
  }
  /* What is typed is in the address at once, as in the count. */
  form.addEventListener("input", () => {
    try { history.replaceState(history.state, "", "?" + new URLSearchParams([...new FormData(form)].filter(([name]) => name !== "op"))) } catch { /* too often for Safari */ }
  });
  const say = () => $$("[data-says]", form).forEach(place => { place.textContent = form.elements[place.dataset.says].selectedOptions[0].text });
  form.addEventListener("change", say);
  say();
  boxes.forEach((box, n) => {
    letter(box);
    box.addEventListener("input", () => letter(box));
    box.addEventListener("keydown", event => { if (event.key === "Enter" && boxes[n + 1]) { event.preventDefault(); boxes[n + 1].focus() } });
  });
  if (!$("[name=draft]", form)) {
    const id = element("input", "");
    Object.assign(id, { type: "hidden", name: "draft", value: Date.now().toString(36) });
    form.append(id);
  }
  form.addEventListener("submit", () => kept.set("house." + game, Object.fromEntries(house.map(field => [field.name, field.value]))));
};
const prepareCount = form => {
  const touch = matchMedia("(pointer: coarse)").matches, keys = $("[data-keys]");
  if (keys) keys.hidden = false;
  $$("[data-add], [data-filter]", form).forEach(part => { part.hidden = false });
  entries().forEach(field => { if (touch) field.inputMode = "none" });
  if ($("[data-first]", form)) pick($("[data-first]", form)); else $("#main").focus({ preventScroll: true });
  labelNext();
  keepDraft(form.dataset.count, new URLSearchParams(location.search));
};
const prepare = () => {
  $$("[data-theme-toggle]").forEach(button => { button.hidden = false });
  $$("[data-drafts]").forEach(offerDrafts);
  entry = null;
  if ($("form[data-names]")) prepareNames($("form[data-names]"));
  if (count()) prepareCount(count());
  const result = $("[data-result]");
  if (result) keepDraft(result.dataset.result, new URLSearchParams(location.search), $("h1").textContent);
};
prepare();
document.addEventListener("htmx:after:swap", event => { if (event.detail.ctx.target === document.body) prepare() });

/* Share the result: the phone's own sheet, else the clipboard. */
document.addEventListener("click", async event => {
  const link = event.target.closest("[data-share]"), url = link?.href;
  if (!link || !navigator.share && !navigator.clipboard) return;
  event.preventDefault();
  try {
    if (navigator.share) await navigator.share({ title: link.dataset.share, url });
    else { await navigator.clipboard.writeText(url); $("span", link).textContent = link.dataset.copied }
  } catch { /* the person changed their mind */ }
});

/* Calculators: plus and minus beside a number, one more row, errors beside their fields while one types. */
const step = (field, by) => {
  const now = sum(field.value || field.placeholder);
  if (now === null) return;
  field.value = Math.max(now + by, field.dataset.low ?? -Infinity);
  field.dispatchEvent(new Event("input", { bubbles: true }));
};
const addRow = button => {
  const rows = $$(":scope > .row", button.parentElement), last = rows.at(-1), row = last.cloneNode();
  const at = Number($("[name]", last).name.slice(button.value.length + 1).split(".")[0]);
  row.innerHTML = last.innerHTML.replaceAll(`${button.value}.${at}.`, `${button.value}.${at + 1}.`);
  row.ariaLabel = last.ariaLabel.replace(/\d+$/, rows.length + 1);
  $$(".error", row).forEach(p => p.remove());
  $$("input", row).forEach(field => { if (field.type === "checkbox") field.checked = false; else if (field.type !== "radio") field.value = "" });
  last.after(row);
  if (rows.length + 1 >= button.dataset.most) button.remove();
  $("input, select", row).focus();
};
const sayErrors = () => {
  $$(".calculator .error").forEach(p => p.remove());
  $$(".calculator [aria-invalid]").forEach(field => field.removeAttribute("aria-invalid"));
  $$("[data-error-for]").forEach(item => {
    const field = document.getElementById(item.dataset.errorFor), p = document.createElement("p");
    if (!field) return;
    p.className = "error";
    p.textContent = $("span", item).textContent;
    (field.closest(".ask") || field).append(p);
    if (!field.matches("fieldset")) field.ariaInvalid = "true";
  });
};
const showSteps = () => $$("[data-step]").forEach(button => { button.hidden = false });
showSteps();
document.addEventListener("click", event => {
  const by = event.target.closest("[data-step]"), more = event.target.closest("#calculator [name=more]");
  if (by) step($("input", by.parentElement), Number(by.dataset.step));
  if (more) { event.preventDefault(); addRow(more) }
});
const lose = lost => { if ($("#lost")) $("#lost").hidden = !lost };
document.addEventListener("htmx:error", () => lose(true));
document.addEventListener("htmx:response:error", event => lose(event.detail.ctx.response.status !== 422));
document.addEventListener("htmx:after:swap", event => {
  showSteps();
  if (event.detail.ctx.target.id !== "answer") return;
  lose(event.detail.ctx.response.status >= 400 && event.detail.ctx.response.status !== 422);
  sayErrors();
});

/* Rules: from "?" and wherever one is named, it opens as a sheet over the page. Without a script the link leads to it among the rules. */
document.addEventListener("click", async event => {
  const link = event.target.closest("a.rule, a.rule-link");
  if (event.target.matches("dialog.sheet")) return event.target.close(); // the ground beside it
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const told = await fetch(link.href.replace("#", "/"), { headers: { "HX-Request": "true" } }).then(answer => answer.ok ? answer.text() : "", () => "");
  const sheet = $("dialog.sheet") ?? document.body.appendChild(element("dialog", ""));
  if (!told || !sheet.showModal) return location.assign(link.href);
  sheet.className = "sheet";
  sheet.setAttribute("aria-labelledby", "rule-title");
  sheet.innerHTML = told;
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
});

/* Moments in the phone's own zone; of today only the time. */
const tellTimes = () => $$("time[datetime]").forEach(place => {
  const at = new Date(place.dateTime), isToday = at.toDateString() === new Date().toDateString();
  place.textContent = isToday ? at.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }) : at.toLocaleString([], { dateStyle: "short", timeStyle: "short" });
});
tellTimes();
document.addEventListener("htmx:after:swap", tellTimes);

/* The service worker: where there is one, the site opens without a network. A newer one waits until it is asked. */
const worker = document.documentElement.dataset.worker;
if ("serviceWorker" in navigator && !worker) navigator.serviceWorker.getRegistration().then(one => one?.update()); // to the one that retires
else if ("serviceWorker" in navigator) {
  const bar = $("#update");
  let had = navigator.serviceWorker.controller, isAsked = false;
  const offer = worker => {
    if (!worker || !navigator.serviceWorker.controller) return;
    bar.hidden = false;
    $("button", bar).onclick = () => { isAsked = true; worker.postMessage("use") };
  };
  if (!had) navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ keep: [[location.href]] })); // what came before it
  navigator.serviceWorker.register(worker).then(found => {
    offer(found.waiting);
    found.addEventListener("updatefound", () => {
      const coming = found.installing;
      coming.addEventListener("statechange", () => { if (coming.state === "installed") offer(coming); else if (coming.state === "activating") bar.hidden = true });
    });
  }).catch(() => { /* switched off in this browser */ });
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isAsked) return location.reload();
    if (had) { // asked for in another tab: this one may hold something half typed
      $("span", bar).textContent = bar.dataset.used;
      $("button", bar).textContent = bar.dataset.anew;
      $("button", bar).onclick = () => location.reload();
      bar.hidden = false;
    }
    had = true;
  });
}
/* Without a network: what this phone has kept. */
const listKept = async place => {
  const rows = [];
  for (const name of ["pages", "sheets", ...await caches.keys()].filter((name, n, all) => all.indexOf(name) === n)) {
    if (!await caches.has(name)) continue;
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const answer = await cache.match(url, { ignoreVary: true }), isPage = /html/.test(answer?.headers.get("Content-Type"));
      if (!isPage && !/\.pdf/.test(url) || /\/offline$/.test(url)) continue;
      const title = isPage ? new DOMParser().parseFromString(await answer.text(), "text/html").title : decodeURIComponent(url.split("/").pop().split("?")[0]);
      const link = element("a", element("span", title));
      link.href = url;
      rows.push(element("li", link));
    }
  }
  $("ul", place).replaceChildren(...rows);
  place.hidden = !rows.length;
};
if ($("[data-kept]") && "caches" in window) listKept($("[data-kept]"));
