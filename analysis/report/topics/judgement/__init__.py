"""The topics of the hold'em judgement."""
