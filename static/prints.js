/* The print page: the phone remembers paper, ink, players and names; the previews and the pack follow what is chosen. */
"use strict";
const shop = $(".print-shop"), own = "print " + shop.dataset.game;
const choices = name => $$(`[name=${name}]`, shop);
const chosen = name => choices(name).find(one => one.checked)?.value;
const shown = new Set(); // the places that have come into view: only these ask for their picture
const draw = place => {
  const url = new URL(place.dataset.preview, location), image = $("img", place) ?? place.appendChild(new Image());
  for (const name of ["paper", "ink", "players"]) if (chosen(name) && (name !== "players" || url.searchParams.has(name))) url.searchParams.set(name, chosen(name));
  if (image.src === url.href) return;
  image.alt = "";
  image.src = url;
};
const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) if (isIntersecting && shown.size < shown.add(target).size) draw(target);
});
const follow = () => {
  const players = chosen("players");
  for (const one of $$("[data-players]", shop)) one.hidden = Boolean(players) && one.dataset.players !== players;
  shown.forEach(draw);
};
for (const [name, place] of [["paper", "paper"], ["ink", "ink"], ["players", own]]) {
  const fresh = !new URLSearchParams(location.search).has(name) && !(name === "players" && /[?&]play=/.test(location.search));
  const before = choices(name).find(one => one.value === kept.get(place));
  if (before && fresh) before.checked = true;
  for (const one of choices(name)) one.addEventListener("change", () => { kept.set(place, one.value); follow() });
}
const names = choices("name"), typed = () => names.map(one => one.value.trim());
if (!typed().some(Boolean) && !/[?&](play|name)=/.test(location.search)) {
  const before = kept.get(own + " names", []);
  names.forEach((one, n) => { one.value = before[n] ?? "" });
  if (typed().some(Boolean)) names[0].closest("details").open = true;
}
for (const one of names) one.addEventListener("change", () => kept.set(own + " names", typed()));
follow();
for (const place of $$("[data-preview]", shop)) seen.observe(place);
