/* Asking the rules without a network: those that this phone keeps are searched by the words of the question, those that
   mean the same, and those in which players ask. A smaller search than that of the site, with the same words. */
"use strict";
const FIELDS = [1, 0.9, 0.5, 0.5]; // a title, how it is often asked for, how it was asked for once, the text
const askBox = $("form[data-words]");
const wordsIn = text => text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").match(/[\p{L}\p{N}]+/gu) ?? [];
const rootOf = word => word.length < 4 ? word : word.replace(/(?:ies|y)$/, "i").replace(/(?:e?s|ed|ing|e)$/, "");
const rootsIn = text => wordsIn(text).map(rootOf);
const onPhone = address => caches.match(address, { ignoreSearch: true, ignoreVary: true });

const readRules = async () => {
  const { stop, kin, beyond, games } = await (await onPhone(askBox.dataset.words)).json(), entries = [];
  for (const game of games) {
    const page = new DOMParser().parseFromString(await (await onPhone(game.rules)).text(), "text/html");
    for (const part of $$("section.said[id]", page)) {
      const texts = [$(".title :first-child", part).textContent, ...(game.asked[part.id] ?? "/").split("/"), $(".prose", part).textContent];
      entries.push({ game, part, title: texts[0], sets: texts.map(text => new Set(rootsIn(text))) });
    }
  }
  return { stop: new Set(stop), kin, beyond: beyond.map(phrase => rootsIn(phrase)), games, entries, same: {} };
};

/* Each phrase of the game (of all without one) that others mean the same as, with these. */
const kinOf = ({ kin, games }, slug) => {
  const same = new Map();
  for (const group of [kin, ...games.filter(game => !slug || game.slug === slug).map(game => game.kin)].flat()) {
    const phrases = group.split(",").map(rootsIn);
    for (const one of phrases) same.set(one.join(" "), [...same.get(one.join(" ")) ?? [], ...phrases]);
  }
  return same;
};
const termsIn = (question, { stop, same }) => {
  const asked = wordsIn(question), roots = asked.map(rootOf), terms = [];
  for (let at = 0, many; at < roots.length; at += many) {
    for (many = 3; many > 1 && !same.has(roots.slice(at, at + many).join(" ")); many--);
    const phrase = roots.slice(at, at + many), also = same.get(phrase.join(" "));
    if (also || !stop.has(asked[at])) terms.push([phrase, ...also ?? []]);
  }
  return terms;
};

/* The entries that speak of the question, best first; none where too few of its words are known. */
const findKept = (question, rules, slug) => {
  const said = ` ${rootsIn(question).join(" ")} `, beyond = rules.beyond.filter(phrase => said.includes(` ${phrase.join(" ")} `));
  const says = ({ sets }) => beyond.every(phrase => sets.some(set => phrase.every(root => set.has(root))));
  const among = rules.entries.filter(entry => !slug || entry.game.slug === slug), fits = new Map();
  const same = rules.same[slug] ??= kinOf(rules, slug);
  const terms = termsIn(question, { ...rules, same }).map(ways => among.map(({ sets }) =>
    Math.max(0, ...FIELDS.map((worth, n) => ways.some(way => way.every(root => sets[n].has(root))) ? worth : 0))));
  const spoken = terms.map(worths => worths.filter(Boolean).length), known = spoken.filter(Boolean).length / 4;
  const weights = spoken.map(many => Math.log(1 + among.length / (Math.max(many, 0.5) + 0.5))), whole = weights.reduce((a, b) => a + b, 0);
  among.forEach((entry, n) => {
    const sum = rated => terms.reduce((all, worths, t) => all + rated(worths[n]) * weights[t], 0);
    const share = sum(worth => worth ? 1 : 0) / whole, named = Math.min(1, terms.filter(worths => worths[n] === 1).length / rootsIn(entry.title).filter(root => !rules.stop.has(root)).length || 0);
    if (share + named / 3 + known > 1.15 && says(entry)) fits.set(entry, sum(worth => worth) * share * (1 + named));
  });
  return [...fits.keys()].sort((a, b) => fits.get(b) - fits.get(a));
};

const linkTo = ({ game, part }, ...inside) => {
  const link = element("a", "", ...inside);
  link.href = `${game.rules}#${part.id}`;
  return link;
};
let keptRules;
const askKept = async () => {
  const question = askBox.q.value;
  keptRules ??= await readRules();
  const [best, ...more] = findKept(question, keptRules, askBox.game?.value).slice(0, 4), place = $("#answer");
  if (question !== askBox.q.value) return;
  if (!best) return place.replaceChildren();
  const told = document.importNode($("#kept-answer").content, true), article = $("article", told);
  article.classList.add(...best.part.classList);
  article.dataset.game = best.game.slug;
  $(".button", article).href = linkTo(best).href;
  $("h2", article).replaceWith(element("h2", best.title), ...$$(".prose, .source", best.part).map(one => one.cloneNode(true)));
  $("ul", told).append(...more.map(one => element("li", linkTo(one, element("b", one.title)))));
  place.replaceChildren(told);
  $("#lost").hidden = true;
};
if (askBox && "caches" in window) {
  const here = new URLSearchParams(location.search), asked = here.get("q");
  document.addEventListener("htmx:error", () => askKept().catch(() => { /* nothing is kept here */ }));
  if (asked && asked.trim() !== askBox.q.value.trim()) { // a page kept of another question
    askBox.q.value = asked;
    if (askBox.game) askBox.game.value = here.get("game") ?? "";
    askKept().catch(() => lose(true));
  }
}
