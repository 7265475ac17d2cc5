"""The balance report: one HTML file from the runs of the default scenarios."""

from analysis.report.builder import Report, build_report

__all__ = ["Report", "build_report"]
