"""Monster Hunter TRPG: the hold'em judgement. Rules: data/rulebooks/monster_hunter_trpg.md; front: `spec.SPECS`."""
