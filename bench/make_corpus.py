"""Makes the corpus of `optimeld bench` anew. Run it as `./run python bench/make_corpus.py`."""

from __future__ import annotations

from optimeld.bench.corpus import CORPUS_FILE, make, write

if __name__ == "__main__":
    print(f"{write(make())} positions in {CORPUS_FILE.name}")
