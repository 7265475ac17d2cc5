"""Charts: each module is one chart.

prepare(...) -> frame, draw(frame, ax) -> Axes, figure(frame) -> Figure (in the style of huntlab), describe(frame) -> str.
"""
