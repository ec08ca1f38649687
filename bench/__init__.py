"""How fast things are, as ratios to a yardstick in the same run: times differ between machines, ratios hardly."""
