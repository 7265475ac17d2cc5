"""Referees: each re-plays the trace of a game from the rulebook alone and imports nothing of the engines."""
