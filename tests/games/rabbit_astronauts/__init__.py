"""Tests of the game of rabbits in training for Space."""
