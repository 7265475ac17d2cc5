"""Charts: each module has prepare(...) -> frame, draw(frame, ax) -> Axes, figure(frame) -> Figure, describe(frame) -> str."""
