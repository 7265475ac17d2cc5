"""The game played: phases in the order of resolution, decisions asked of the policies."""
