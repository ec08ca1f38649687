"""Companion: the scoring and rules companion on the table beside a board game."""

VERSION = "0.1.0"
