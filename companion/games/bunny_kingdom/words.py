"""What territories, resources, buildings, parchments and counts are called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.core.text import Msg, msg

from .land import Basic, Resource, Terrain
from .parchments import BIG, CountKey

TERRAIN_WORDS: Final[Mapping[Terrain, Msg]] = {
    "forest": msg("forest"),
    "sea": msg("sea"),
    "field": msg("field"),
    "plains": msg("plains"),
    "mountain": msg("mountain"),
    "city": msg("printed city"),
}
RESOURCES: Final[Mapping[Resource, Msg]] = {
    "wood": msg("wood"),
    "fish": msg("fish"),
    "carrot": msg("carrot"),
    "pearl": msg("pearl"),
    "mushroom": msg("mushroom"),
    "spice": msg("spice"),
    "diamond": msg("diamond"),
    "copper": msg("copper"),
    "gold": msg("gold"),
    "iron": msg("iron"),
}
RESOURCE_WORDS: Final = tuple(RESOURCES.items())
BASICS: Final[tuple[Basic, ...]] = ("wood", "fish", "carrot")
BASIC_WORDS: Final = tuple((basic, RESOURCES[basic]) for basic in BASICS)
COUNTS: Final[Mapping[CountKey, Msg]] = {
    "wood": msg("Wood produced"),
    "fish": msg("Fish produced"),
    "carrot": msg("Carrots produced"),
    "luxury": msg("Luxury resources produced"),
    "cities": msg("Cities, any strength"),
    "mountains": msg("Mountains"),
    "border": msg("Territories on the border"),
    "corners": msg("Corners of the map"),
    "fiefs": msg("Fiefs"),
    "big_fiefs": msg("Fiefs of %(n)d or more territories", n=BIG),
    "barren": msg("Territories with no city and no resource"),
    "lonely_cities": msg("Cities in fiefs that produce nothing"),
}
COUNTED: Final[Mapping[CountKey, Msg]] = {  # the same behind a figure
    "wood": msg("wood"),
    "fish": msg("fish"),
    "carrot": msg("carrots"),
    "luxury": msg("luxury resources"),
    "cities": msg("cities"),
    "mountains": msg("mountains"),
    "border": msg("border territories"),
    "corners": msg("corners"),
    "fiefs": msg("fiefs"),
    "big_fiefs": msg("fiefs of %(n)d or more territories", n=BIG),
    "barren": msg("territories with no city and no resource"),
    "lonely_cities": msg("cities in fiefs that produce nothing"),
}
COUNT_WORDS: Final = tuple(COUNTS.items())
PARCHMENT_NAMES: Final[Mapping[str, Msg]] = {
    "royal_ring": msg("Royal Ring"),
    "royal_coat": msg("Royal Coat"),
    "royal_scepter": msg("Royal Scepter"),
    "royal_chalice": msg("Royal Chalice"),
    "royal_crown": msg("Royal Crown"),
    "royal_carrot": msg("Royal Carrot"),
    "left_glove": msg("Left Glove"),
    "right_glove": msg("Right Glove"),
    "carpenter": msg("Carpenter"),
    "master_carpenter": msg("Master Carpenter"),
    "woodland_king": msg("Woodland King"),
    "fisher": msg("Fisher"),
    "master_fisher": msg("Master Fisher"),
    "fisher_king": msg("Fisher King"),
    "farmer": msg("Farmer"),
    "master_farmer": msg("Master Farmer"),
    "carrot_king": msg("Carrot King"),
    "merchant": msg("Merchant"),
    "master_of_the_mountains": msg("Master of the Mountains"),
    "diplomat": msg("Diplomat"),
    "explorer": msg("Explorer"),
    "panpan": msg("PanPan the Barbarian"),
    "matriarch": msg("Matriarch"),
    "burgomaster": msg("Burgomaster"),
    "king_of_thieves": msg("King of Thieves"),
    "bun_shee": msg("Bun-Shee"),
    "harecingetorix": msg("Harecingetorix"),
    "hun_ny_king": msg("Hun-ny King"),
    "carrotistador": msg("Carrotistador"),
    "bureaucrat": msg("Bureaucrat"),
    "colonist": msg("Colonist"),
    "treasure_guardian": msg("Treasure Guardian"),
    "treasure_hunter": msg("Treasure Hunter"),
    "little_prince": msg("Little Prince"),
    "liberal": msg("Liberal"),
    "socialist": msg("Socialist"),
    "opportunist": msg("Opportunist"),
}
PARCHMENT_WORDS: Final = tuple(PARCHMENT_NAMES.items())
