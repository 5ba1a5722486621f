"""Making certificates (`sttt.games.super_ttt.certificate`): the builder of their lines, and one for each first turn."""
