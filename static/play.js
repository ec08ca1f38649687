/* Plays: every tap goes through the outbox (outbox.js) and says so. The page brings itself up to date when there is news. */
"use strict";
{
  const live = () => $("#live");
  const id = () => [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, "0")).join("");

  const { all, store, read, write, forget } = outbox;
  const ours = kind => all(kind).filter(item => item.code === live()?.dataset.code);

  const forms = new Map(); // key of a tap -> the form it came from, while this page is open
  const short = text => text.trim().replace(/\s+/g, " ").slice(0, 120);
  const labelled = field => short(field.type === "radio" ? $("legend", field.closest("fieldset"))?.firstChild?.textContent ?? "" : field.getAttribute("aria-label") || ($("b", field.labels?.[0] ?? field) ?? field.labels?.[0])?.textContent.trim() || "");
  const says = (form, button) => {
    const field = $("input:not([type=hidden]):not([type=checkbox]):not([type=radio]), select", form);
    const what = button?.getAttribute("aria-label") || button?.innerText || "";
    const value = field && !button?.name ? field.value : "";
    return [field && !button?.name ? labelled(field) : short(what), value].filter(Boolean).join(": ");
  };
  const said = new WeakMap(); // form -> what it said last: a field left for its own button says it twice
  const queue = (form, button) => {
    const data = new FormData(form, button);
    const words = JSON.stringify([...data].filter(([name]) => name !== "op" && name !== "base"));
    if (!button?.name && form.classList.contains("waiting") && said.get(form) === words) return;
    said.set(form, words);
    const once = button && !button.name && !$("input:not([type=hidden])", form); // the server named it: pressed twice, it counts once
    if (!once) data.set("op", id());
    if (button?.name === "by") data.delete("to");
    for (const { base } of taken(form)) if (base < data.get("base")) data.set("base", base);
    const item = { url: form.getAttribute("action"), code: live().dataset.code, table: `${$(".here b").textContent} ${$(".here small").firstChild.textContent}`, data: [...data], back: form.elements.back?.value, what: says(form, button), tries: 0 };
    forms.set(store(OUT, item), form);
    ahead(form, button);
    form.classList.add("waiting");
    button?.classList.add("tapped");
    tell();
    outbox.send();
  };
  /* What the tap will have done, shown at once; the server has the last word. */
  const ahead = (form, button) => {
    const { to, was } = form.elements;
    if (to && was) {
      const next = button?.name === "by" ? Number(was.value) + Number(button.value) : sum(to.value);
      if (Number.isFinite(next)) to.value = was.value = next;
      if (button?.name === "by") $("#told").textContent = `${labelled(to)}: ${to.value}`; // the finger is on the button: who hears the page hears the number
    }
    const tick = button?.matches("[aria-pressed]") && form.closest(".steps li");
    if (tick) {
      const on = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", on);
      tick.classList.toggle("done", on);
    }
  };

  let lost = false;
  outbox.answered = item => {
    item.form = forms.get(item.key);
    item.form?.classList.remove("waiting");
    forms.delete(item.key);
  };
  outbox.done = (sent, last) => {
    tell(sent);
    if (last) settle(last);
  };
  const settle = ({ item, told }) => {
    const { form, code } = item;
    if (code !== live()?.dataset.code || ours(OUT).length) return;
    const here = location.pathname + location.search, there = item.back;
    if (!form || !there || there === here) return refresh(told.head);
    if (new URL(there, location).pathname !== location.pathname) return location.assign(there);
    if (form.closest(".dock")) { history.replaceState(history.state, "", there); scrollTo(0, 0) }
    refresh(told.head);
  };
  /* A finger means what it saw: what has just taken the place of a button hears no second tap of this one, and none
     that was meant for what another phone has ended meanwhile. */
  let settled, pressed = 0, onward = "";
  const calm = time => {
    const root = document.documentElement;
    root.classList.add("calm");
    clearTimeout(settled);
    settled = setTimeout(() => root.classList.remove("calm"), time);
  };
  const ways = () => ["phase", "round", "seq"].map(name => $(`.dock [name=${name}], .undo [name=${name}]`)?.value).join();
  document.addEventListener("htmx:after:swap", () => {
    const before = onward;
    onward = ways();
    if (Date.now() - pressed < 1500) calm(250); else if (before !== onward) calm(600);
  });
  document.addEventListener("submit", event => {
    const form = event.target, button = event.submitter;
    if (!form.matches("form[data-tap]")) return taken(form), source?.close(); // another page comes; "gone" must not be faster
    event.preventDefault();
    if (form.classList.contains("waiting") && button && !button.name && !$("input:not([type=hidden])", form)) return;
    navigator.vibrate?.(8);
    pressed = Date.now();
    queue(form, button);
  });
  document.addEventListener("change", event => {
    if (event.target.matches("[data-set]")) event.target.form.requestSubmit();
    if (event.target.id === "zoom") $(".map .rocket")?.scrollIntoView({ block: "center", inline: "center" });
  });

  /* ---- what was not accepted comes back as a card, with its value */
  const refuse = outbox.refused;
  outbox.refused = (item, told) => {
    const form = forms.get(item.key), { to, was } = form?.elements ?? {};
    const typed = item.data.find(([name]) => name === "to")?.[1];
    if (was) was.value = was.defaultValue;
    if (to) to.value = typed ?? to.defaultValue;
    const [wrong] = $$(`[name="${told.field || "-"}"]`, form ?? $("#refusal")); // of several to choose from, the first
    if (wrong?.labels?.length) item.what = [labelled(wrong), wrong.type === "radio" ? "" : wrong.value].filter(Boolean).join(": ");
    if (told.theirs) for (const field of $$(TYPED, form ?? $("#refusal"))) // the card holds mine; what is typed since stays
      if (field.type === "radio" || !isTick(field) && item.data.some(([name, value]) => name === field.name && value === field.value)) put(field, before(field));
    refuse(item, told);
    cards();
    refresh();
  };
  const cards = () => {
    const place = $("#refusals");
    if (!place) return;
    const items = ours(NO), standing = new Set();
    for (const card of [...place.children]) items.some(({ key }) => key === card.dataset.key) ? standing.add(card.dataset.key) : card.remove();
    place.append(...items.filter(({ key }) => !standing.has(key)).map(item => { // one that stands there is not told again
      const card = $("#refusal").content.firstElementChild.cloneNode(true);
      card.dataset.key = item.key;
      $("[data-what]", card).textContent = item.mine ?? item.what;
      $("[data-why]", card).textContent = item.why || $("#line").dataset.broke;
      if (item.rule) Object.assign($("[data-rule]", card), { href: item.rule.url, textContent: item.rule.title, hidden: false });
      if (item.door) Object.assign($("[data-door]", card), { href: item.door, hidden: false });
      if (item.theirs) {
        $("[data-theirs]", card).textContent = item.theirs;
        for (const part of $$("[data-both], [data-keep-theirs], [data-use-mine]", card)) part.hidden = false;
        for (const part of $$("[data-put-away], [data-try-again]", card)) part.hidden = true;
      }
      return card;
    }));
    place.hidden = !items.length;
  };
  document.addEventListener("click", event => {
    const card = event.target.closest("#refusals > *"), button = event.target.closest("button");
    if (!card || !button) return;
    const { key, why, rule, door, theirs, mine, head, ...item } = ours(NO).find(one => one.key === card.dataset.key) ?? {};
    if (item.data && button.matches("[data-again]")) {
      const data = item.data.filter(([name]) => name !== "op" && name !== "base");
      store(OUT, { ...item, data: [...data, ["op", id()], ["base", String(head ?? live().dataset.head)]] });
    }
    forget(card.dataset.key);
    outbox.send();
    cards();
    tell();
  });

  /* ---- drafts: what is typed and not yet kept stays, over a reload and when another phone changes the same field. Theirs
     is shown beside it, and it is sent as of what its writer saw, so that a person chooses between the two. */
  const TYPED = "form[method=post] :is(input:not([type=hidden], [type=file]), select, textarea)[name]";
  const isTick = ({ type }) => /box|radio/.test(type);
  const chosen = field => $("[selected]", field) ?? field.options[0];
  const before = field => isTick(field) ? field.defaultChecked : field.options ? chosen(field)?.value : field.defaultValue;
  const value = field => isTick(field) ? field.checked : field.value;
  const put = (field, to) => { field[isTick(field) ? "checked" : "value"] = to };
  /* A choice belongs to the turn in which it was made. */
  const turn = () => ["phase", "round"].map(name => $(`.dock [name=${name}]`)?.value).join() + $(".turn")?.dataset.turn;
  const DRAFT = "typed.", DAY = 864e5;
  const saidBeside = new Map(); // what stands beside a draft is told once, however often the page is renewed
  const typedHere = new WeakSet(); // fields that show a draft: where lines change places, it goes with its own
  const keyOf = field => DRAFT + live().dataset.code + [field.form.getAttribute("action"), ...$$("[type=hidden]", field.form).filter(one => !/^(op|base|back|was)$/.test(one.name)).map(one => one.name + "=" + one.value), field.name, ...isTick(field) ? [field.value] : []].join(" ");
  const drop = field => {
    const draft = read(keyOf(field)), note = field.form.nextElementSibling;
    if (draft) forget(keyOf(field));
    if (note?.matches("[data-beside]")) note.remove();
    field.classList.remove("draft");
    typedHere.delete(field);
    return draft;
  };
  const sentHere = new Map(); // what this phone sent last is not theirs
  const taken = form => $$(TYPED).filter(field => field.form === form).map(field => {
    sentHere.set(keyOf(field), value(field));
    return drop(field);
  }).filter(Boolean);
  document.addEventListener("input", ({ target: field }) => {
    if (!field.matches("#live " + TYPED) || isTick(field) && field.closest("[data-cover]")) return;
    if (field.type === "radio") $$("[type=radio]", field.form).filter(({ name }) => name === field.name).forEach(drop);
    if (value(field) === before(field)) return drop(field);
    const { base, was } = read(keyOf(field)) ?? { base: Number(live().dataset.head), was: before(field) };
    write(keyOf(field), { value: value(field), base, was, turn: isTick(field) || field.options ? turn() : undefined, at: Date.now() });
    field.classList.add("draft");
  });
  const restore = () => {
    $$("[data-beside]").forEach(note => note.remove());
    for (const field of $$(TYPED, live())) {
      const draft = read(keyOf(field)), isBusy = field === document.activeElement;
      if (!draft && typedHere.delete(field) && !isBusy) put(field, before(field));
      if (draft && (draft.value === before(field) || draft.turn && draft.turn !== turn())) drop(field);
      else if (draft) {
        if (!typedHere.has(field)) field.closest("details")?.setAttribute("open", "");
        typedHere.add(field);
        field.classList.add("draft");
        if (!isBusy) put(field, draft.value);
        if ([draft.was, sentHere.get(keyOf(field))].includes(before(field))) continue;
        const note = $("[data-both]", $("#refusal").content).cloneNode(true);
        note.hidden = false;
        note.dataset.beside = "";
        $("[data-theirs]", note).textContent = (field.options ? chosen(field)?.text : field.defaultValue) || "–";
        field.form.after(note);
        if (saidBeside.get(keyOf(field)) !== note.textContent) $("#told").textContent = note.textContent;
        saidBeside.set(keyOf(field), note.textContent);
      }
    }
  };
  document.addEventListener("htmx:after:swap", restore);
  for (const { key, at } of all(DRAFT)) if (Date.now() - at > DAY) forget(key);

  /* ---- up to date: the page again, from its own address; what is being typed, opened or waited for stays */
  let fetching = false, wanted = false, stale = false;
  const refresh = async head => {
    if (head && Number(live().dataset.head) >= head && !stale) return;
    if (fetching || ours(OUT).length) { wanted = true; return }
    fetching = true;
    wanted = false;
    stale = true;
    await htmx.ajax("GET", location.pathname + location.search, { target: "#live", select: "#live", swap: "outerMorph" }).catch(() => 0);
    fetching = false;
    if (stale) return setTimeout(() => lost || refresh(), 1500);
    if (wanted && !ours(OUT).length) refresh();
  };
  /* Only the page itself takes its place: no error, no other page that an address led to. */
  document.addEventListener("htmx:before:swap", event => {
    const { ctx } = event.detail;
    if (ctx.target !== live()) return;
    if (ctx.response.status >= 400 || !ctx.text.includes('id="live"')) return event.preventDefault();
    stale = false;
    for (const [drawing, name] of ctx.text.matchAll(/<symbol id="([^"]+)".*?<\/symbol>/gs)) // those that it did not need before
      if (!document.getElementById(name)) $(".sprite").insertAdjacentHTML("beforeend", drawing);
  });
  htmx.registerExtension("play", { htmx_before_morph_attr: (node, { attrName: name }) => {
    const stays = name === "open" && node.matches("details")
      || name === "hidden" && node.matches("[data-theme-toggle], [data-filter], .cards li, [data-wake], [data-why-not]")
      || name === "disabled" && node.matches("[data-wake] input")
      || name === "inputmode" && touch // a phone's own keypad stays away
      || name === "class" && node.matches("form.waiting");
    return !stays;
  } });

  /* ---- the line: a beat every two seconds says that this page is live */
  const BEAT = 4200, GREETING = 3000;
  let source, heard = 0, opened = 0, failed = false, isMute = false, isAnswered = false;
  /* A browser opens few connections to a site: of many pages in sight, the last few hold a line and the others ask. */
  const LINES = 3, me = id(), newer = new Set(), others = "BroadcastChannel" in window ? new BroadcastChannel("lines") : null;
  others?.addEventListener("message", ({ data }) => { if (newer.add(data).size === LINES && source?.readyState < EventSource.CLOSED) { source.close(); poll() } });
  const open = () => {
    const address = live()?.dataset.live;
    source?.close();
    if (!address || document.hidden) return;
    opened = performance.now();
    failed = isMute = isAnswered = false;
    newer.clear();
    others?.postMessage(me);
    source = new EventSource(address);
    const hear = event => {
      heard = performance.now();
      isAnswered = true;
      if (lost) { lost = false; tell(); outbox.send() }
      const [head, company] = event.data.split(" ");
      if (event.type === "people" || company && company !== live().dataset.company) refresh();
      else if (head && (stale || Number(head) > Number(live().dataset.head))) refresh(Number(head));
    };
    for (const name of ["hello", "news", "beat", "people"]) source.addEventListener(name, hear);
    source.addEventListener("again", open);
    source.addEventListener("gone", () => { source.close(); location.reload() });
    source.onerror = () => { isAnswered = true; if (source.readyState === EventSource.CLOSED) poll(); else failed = true };
  };
  /* Too many listen, or something on the way cuts streams or gathers them: asking now and then does as well. */
  let asking = 0;
  const poll = async () => {
    const asked = ++asking;
    const answer = await fetch(live().dataset.live.replace(/events$/, "head"), { headers: { "HX-Request": "true" } }).catch(() => null);
    if ([403, 404, 410].includes(answer?.status)) return location.reload();
    if (answer?.ok) {
      heard = performance.now();
      if (lost) { lost = false; tell(); outbox.send() }
      const { head, company } = await answer.json();
      if (company !== live().dataset.company) refresh();
      else if (head > Number(live().dataset.head)) refresh(head);
    }
    if (asked === asking && !document.hidden) setTimeout(lost || !isMute && newer.size < LINES ? open : poll, 2500);
  };
  setInterval(() => {
    if (!live()?.dataset.live || document.hidden) return;
    if (!isAnswered && !isMute && performance.now() - opened > GREETING) { isMute = true; source?.close(); poll() }
    if (performance.now() - heard < BEAT) return;
    if (!lost) { lost = true; tell() }
    if (failed && performance.now() - opened > 900 || performance.now() - opened > outbox.PATIENCE) open();
  }, 400);
  /* Who hears the page is told of trouble and of its end; that a tap is saved is for the eye alone. */
  let troubled = false, passing;
  const tell = sent => {
    const line = $("#line"), mark = $("#saved"), n = all(OUT).length;
    if (!line) return;
    const { wait, one, lost: notLive, saved, again, stay } = line.dataset;
    const trouble = n && (outbox.stuck || lost) ? n === 1 ? one : wait.replace("%", n) : lost ? notLive : "";
    const over = !trouble && !n && (sent || troubled) ? "✓ " + (sent ? saved : again) : "";
    if (trouble || over) {
      const text = trouble ? isSecureContext ? trouble : `${trouble}\n${stay}` : troubled ? over : "";
      clearTimeout(passing);
      if (line.textContent !== text) line.textContent = text;
      mark.textContent = trouble || troubled ? "" : over;
      line.classList.toggle("saved", !trouble);
      if (over) passing = setTimeout(() => { line.textContent = mark.textContent = "" }, 1500);
    } else if (!line.matches(".saved")) line.textContent = "";
    troubled = Boolean(trouble) || troubled && n > 0;
    document.documentElement.dataset.line = lost ? "lost" : "live";
  };
  const wake = () => {
    if (document.hidden) return source?.close();
    heard = performance.now();
    open();
    outbox.send();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", event => { if (event.persisted) wake() });
  addEventListener("online", wake);
  addEventListener("offline", () => { lost = true; tell() });
  addEventListener("pagehide", () => source?.close());
  addEventListener("storage", event => { if (event.key?.startsWith(NO)) cards(); if (event.key?.startsWith(OUT)) {
    if (!event.newValue) outbox.answered({ key: event.key }); // another tab of this phone has sent it
    if (wanted) refresh();
    tell();
  } });

  /* ---- the keypad of a number */
  const pad = $("#pad"), touch = matchMedia("(pointer: coarse)").matches;
  let typing = null;
  const fold = () => {
    typing = null;
    if (pad) pad.hidden = true;
  };
  document.addEventListener("focusin", event => {
    if (!touch || !pad) return;
    if (!event.target.matches("[data-pad]")) return event.target.closest("#pad") || fold();
    if (typing !== event.target) fold();
    typing = event.target;
    typing.inputMode = "none";
    pad.hidden = false;
    pad.style.bottom = `${$(".dock")?.offsetHeight ?? 0}px`; // the way on stays under the thumb
    typing.select();
    typing.scrollIntoView({ block: "center" });
  });
  pad?.addEventListener("pointerdown", event => event.preventDefault()); // the field keeps its caret
  pad?.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (!button || !typing?.isConnected) return fold();
    const key = button.dataset.key ?? button.textContent, { selectionStart: from, selectionEnd: to } = typing;
    navigator.vibrate?.(8);
    if (key === "keep") return typing.matches("[data-set]") ? typing.blur() : typing.form.requestSubmit();
    if (key !== "erase") typing.setRangeText(key, from, to, "end");
    else typing.setRangeText("", from === to ? Math.max(0, from - 1) : from, to, "end");
    typing.dispatchEvent(new Event("input", { bubbles: true }));
  });
  document.addEventListener("focusout", ({ target }) => {
    if (target === typing) fold();
    if (target.isConnected && target.matches("[data-set].draft")) target.form.requestSubmit(); // our keys, or a draft come back, make no "change"
  });

  /* ---- the screen stays on while a play runs, where the phone lets us */
  let lock = null; // a promise, so that two who ask get one
  const stayAwake = () => {
    if (!kept.get("awake", true) || !$("#live[data-awake]") || document.hidden) {
      lock?.then(held => held?.release());
      lock = null;
    } else if (!lock && navigator.wakeLock) {
      const asked = lock = navigator.wakeLock.request("screen").catch(() => null); // saving power, say
      const over = () => { if (lock === asked) lock = null };
      asked.then(held => held ? held.addEventListener("release", over) : over());
    }
  };
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("htmx:after:swap", stayAwake);
  const awake = $("[data-wake]");
  if (awake) {
    const box = $("input", awake);
    awake.hidden = false;
    box.disabled = !("wakeLock" in navigator);
    box.checked = !box.disabled && kept.get("awake", true);
    $("[data-why-not]", awake).hidden = !box.disabled;
    box.addEventListener("change", () => { kept.set("awake", box.checked); stayAwake() });
  }

  /* Enter in a number keeps what was typed; it must not press the minus beside it. */
  document.addEventListener("keydown", event => {
    if (event.key !== "Enter" || !event.target.matches("[data-set]")) return;
    event.preventDefault();
    event.target.blur();
  });

  /* ---- the map by arrow keys */
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -10, ArrowDown: 10 };
  document.addEventListener("keydown", event => {
    const cells = event.target.matches(".cells > *") && [...event.target.parentElement.querySelectorAll("a, button")];
    const cell = cells && STEPS[event.key] && cells[cells.indexOf(event.target) + STEPS[event.key]];
    if (cell) { event.preventDefault(); cell.focus(); }
  });

  /* ---- what is for one person alone opens to a held finger, not to a slip; it covers itself when the phone is put away */
  let held = 0;
  const HOLD = 500;
  document.addEventListener("pointerdown", event => {
    const button = event.target.closest("[data-hold]");
    if (button) held = setTimeout(() => button.form.requestSubmit(button), HOLD);
  });
  for (const end of ["pointerup", "pointercancel", "pointerout"]) document.addEventListener(end, () => clearTimeout(held));
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

  /* ---- without a network: this play as last seen, its secrets covered */
  const keepCopy = () => {
    const here = live().dataset.live.replace(/events$/, "");
    navigator.serviceWorker?.ready.then(({ active }) => active.postMessage({ keep: ["", "setup", "scores", "log"].map(page => [`${here}${page}?covered=1`, here + page]) }));
  };
  document.addEventListener("submit", event => {
    const form = event.target;
    if (form.elements.do?.value === "leave" && !form.elements.number || form.matches("[data-forget]")) navigator.serviceWorker?.controller?.postMessage({ forget: live().dataset.code });
  });
  let keeping;
  const keepSoon = () => { clearTimeout(keeping); keeping = setTimeout(keepCopy, 4000) };
  document.addEventListener("htmx:after:swap", keepSoon);
  keepSoon();

  heard = performance.now();
  onward = ways();
  cards();
  restore();
  tell();
  open();
  stayAwake();
}
