"""Tables in, estimates and pictures out: everything that is said about a run comes from here. No simulation, no numba."""
