"""Read a collection of games and count who won: python collection_statistics.py GAMES.sgf"""

import sys
from collections import Counter

from hexmate import records

SAMPLE = "(;GM[11]SZ[3];B[b2];W[a1];B[b1];W[c1];B[a3])(;GM[11]SZ[3];B[a1];W[resign])"

results: Counter[str] = Counter()
for game in records.iter_games(sys.argv[1] if len(sys.argv) > 1 else SAMPLE):
    outcome = game.outcome()
    results[outcome.result() if outcome else "unfinished"] += 1
for result, count in results.most_common():
    print(f"{result:<12} {count}")
