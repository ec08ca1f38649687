"""A shelf with one made-up game: proof that one folder is enough, and the example of "add a game"."""
