/* The print page: the phone remembers paper, ink and players; the previews and the pack follow what is chosen. */
"use strict";
const shop = $(".print-shop"), own = "print " + shop.dataset.game;
const choices = name => $$(`[name=${name}]`, shop);
const chosen = name => choices(name).find(one => one.checked)?.value;
const follow = () => {
  const players = chosen("players");
  for (const one of $$("[data-players]", shop)) one.hidden = Boolean(players) && one.dataset.players !== players;
  for (const image of $$("[data-preview]", shop)) {
    const url = new URL(image.src);
    for (const name of ["paper", "ink", "players"]) if (chosen(name) && (name !== "players" || url.searchParams.has(name))) url.searchParams.set(name, chosen(name));
    if (url.href !== image.src) image.src = url.href;
  }
};
for (const [name, place] of [["paper", "paper"], ["ink", "ink"], ["players", own]]) {
  const fresh = !new URLSearchParams(location.search).has(name) && !(name === "players" && /[?&]play=/.test(location.search));
  const before = choices(name).find(one => one.value === kept.get(place));
  if (before && fresh) before.checked = true;
  for (const one of choices(name)) one.addEventListener("change", () => { kept.set(place, one.value); follow() });
}
follow();
