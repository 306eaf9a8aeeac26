"""My agent: a class with `choose`, tried against the engine's agents with mirrored deals."""

from optimeld import Draw, Play, match, plays
from optimeld.game import View
from optimeld.solver import Solution, solve


class Patient:
    """Keeps its tiles together: once open, it lays them all at once or draws."""

    def choose(self, view: View) -> Play | Draw | Solution:
        if not view.has_opened:
            return min(plays(view.position), key=lambda play: play.tiles, default=Draw())
        best = solve(view.position)
        return best if best.finishes else Draw()


if __name__ == "__main__":
    result = match([Patient, "greedy"], deals=20, seed=1)
    for row in result.rows():
        games = f"{row['wins']} of {row['games']} games"
        print(f"{row['agent']:>10}: {games}, {row['mean_score']:+.0f} points a game")
