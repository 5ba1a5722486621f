"""One game between two players: referee, clocks, and processes that can be killed; no tournaments."""
