"""Benchmarks: `make bench`. Figures are medians, beside their targets, and ratios within one run."""
