/* The outbox: what is tapped is safe on the phone before anything else happens, and is sent in order, once, from whatever
   page of the site is open. A play's page shows it; on others it goes by itself. */
"use strict";
const OUT = "out.", NO = "no.";
const outbox = (() => {
  /* A key of its own for each tap, so that tabs do not write over one another; later than all that wait, whatever the
     phone's clock says. */
  const spare = new Map(); // of a browser that keeps nothing: until the page is closed
  const keys = () => { try { return Object.keys(localStorage) } catch { return [] } };
  const read = key => spare.get(key) ?? kept.get(key);
  const all = kind => [...keys(), ...spare.keys()].filter(key => key.startsWith(kind)).sort().map(key => ({ ...read(key), key }));
  const store = (kind, item) => {
    const last = all(kind).at(-1)?.key.slice(kind.length).split(".")[0] ?? 0;
    const key = `${kind}${String(Math.max(Date.now(), Number(last) + 1)).padStart(15, "0")}.${Math.random()}`;
    write(key, item);
    return key;
  };
  const write = (key, item) => {
    if (!spare.has(key)) kept.set(key, item);
    if (!keys().includes(key)) spare.set(key, item);
  };
  const forget = key => { if (!spare.delete(key)) localStorage.removeItem(key) };

  /* The one sender. */
  const PATIENCE = 6000, LONGEST = 15000, TRIES = 3;
  const LATER = [408, 425, 429, 502, 503, 504];
  let busy = false, pause = 1000, again;
  const post = async item => {
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      return await fetch(item.url, { method: "POST", body: new URLSearchParams(item.data), signal: stop.signal, keepalive: true, headers: { "HX-Request": "true", Accept: "application/json" } });
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  };
  const pump = async () => {
    if (busy) return;
    busy = true;
    clearTimeout(again);
    let sent = 0, last;
    for (let item; (item = all(OUT)[0]);) {
      const answer = await post(item);
      const broke = answer?.status >= 500 && !LATER.includes(answer.status);
      if (broke) write(item.key, { ...item, key: undefined, tries: ++item.tries });
      if (!answer || LATER.includes(answer.status) || broke && item.tries < TRIES) {
        again = setTimeout(pump, pause);
        pause = Math.min(pause * 2, LONGEST);
        box.stuck = true;
        break;
      }
      pause = 1000;
      box.stuck = false;
      const told = await answer.json().catch(() => ({}));
      const isOurs = all(OUT).some(one => one.key === item.key); // else another tab has sent it, and tells
      forget(item.key);
      if (answer.ok) { sent++; last = { item, told } } else if (isOurs) box.refused(item, told);
      box.answered(item);
    }
    busy = false;
    needs();
    box.done(sent, last);
  };
  const send = () => { pause = 1000; pump() };
  const refused = (item, told) => store(NO, { ...item, key: undefined, why: told.sentence, rule: told.rule, door: told.door, theirs: told.theirs, mine: told.mine, head: told.head, tries: 0 });
  /* Elsewhere than at its own table: where something was not accepted, in one line a table. At a door that is closed the
     thing itself, so that nobody is led in circles. */
  const needs = () => {
    const place = $("#needs"), here = $("#live")?.dataset.code, tables = {};
    for (const item of all(NO)) if (item.code !== here) (tables[item.code] ??= []).push(item);
    place.replaceChildren(...Object.entries(tables).flatMap(([code, items]) => location.pathname.includes(code) ? items.map(({ key, mine, what, why }) => {
      const button = element("button", place.dataset.away);
      button.className = "button";
      button.onclick = () => { forget(key); needs() };
      return element("p", element("span", "", element("b", mine ?? what), " ", why ?? ""), button);
    }) : items.slice(0, 1).map(({ url, table }) => {
      const link = element("a", (items.length === 1 ? place.dataset.one : place.dataset.many.replace("#", items.length)).replace("%", table ?? code));
      link.href = url.replace(/[^/]*$/, "");
      return element("p", link);
    })));
  };
  const box = { all, store, read, write, forget, send, needs, PATIENCE, stuck: false, refused, answered() {}, done() {} };
  return box;
})();
addEventListener("online", outbox.send);
addEventListener("storage", event => { if (event.key?.startsWith(NO)) outbox.needs() });
document.addEventListener("htmx:after:swap", event => { if (event.detail.ctx.target === document.body) outbox.needs() });
addEventListener("pageshow", event => { if (event.persisted) outbox.send() });
outbox.send();
