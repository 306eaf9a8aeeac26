"""Pictures of tiles, melds and positions: `terminal` for terminals, `svg` for everything else."""
