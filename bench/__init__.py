"""Benchmarks: they print figures and ratios, and assert nothing but that the figures are true."""
