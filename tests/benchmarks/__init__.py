"""Benchmarks: `make bench`. Figures are medians, and ratios within one run."""
