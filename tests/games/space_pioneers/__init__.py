"""Tests of Space Pioneers."""
