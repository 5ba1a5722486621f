"""The loop of a game at the terminal: players move, people type."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sttt.arena.play.answer import Answer
from sttt.cli.play.game_state import GameState, Timeline
from sttt.cli.play.screen import Screen
from sttt.cli.play.seats import Seats, TurnReader
from sttt.errors import IllegalPlacement, PositionError
from sttt.games.game import Game, Position, Turn
from sttt.games.records.record import GameRecord
from sttt.players import registry
from sttt.players.player import Decision, Strategy


@dataclass(frozen=True)
class Command:
    """A word, what may follow it, and what it does."""

    word: str
    argument: str
    help: str
    run: Callable[["PlaySession", str], None]


class PlaySession:
    """A game, everybody who plays it, and everything that was decided in it."""

    def __init__(
        self, game: Game, position: Position, seats: Seats, screen: Screen, commands: Sequence[Command]
    ) -> None:
        self.game = game
        self.commands = commands
        self.timeline = Timeline(GameState.at(position))
        self.seats = seats
        self.screen = screen
        self.reader = TurnReader(game)
        self.hinted: tuple[GameState, Decision] | None = None
        """The last hint and the state that it was for."""
        self.left = False
        self._shown: GameState | None = None

    @property
    def state(self) -> GameState:
        """The game as it stands."""
        return self.timeline.now

    def run(self) -> None:
        """Play to the end of the game, of the input or of the person's patience."""
        self.introduce()
        try:
            self._go_on()
        finally:
            if self.seats.people:
                self.screen.leave(self.state)
        if self.state.ending is None:
            self.screen.say(f"You have left the game; {self.screen.status(self.state)}.")

    def _go_on(self) -> None:
        while not self.left:
            if self.state.ending is None and not self.seats.is_person(self.state.position.side):
                self._play_players_turn()
            elif self.state.ending and not self.seats.people:
                self.screen.show(self.state)
                self.screen.say_end(self.state, self.record())
                return
            else:
                self._obey_a_line()

    def introduce(self) -> None:
        """Say who plays."""
        first = self.state.start.side
        one, other = (f"{self.screen.names[side]} ({self.seats.names[side]})" for side in (first, first.other))
        self.screen.say(f"{one} plays against {other}.")
        levels = registry.PLAYERS.those(self.game.levels)
        for name in dict.fromkeys(self.seats.names.values()):
            for number, level in enumerate(levels, start=1):
                if level.name == name:
                    self.screen.say(f"{name} is level {number} of {len(levels)}: {level_text(level)}.")
        if self.seats.people:
            self.screen.say("Type help to see what you can type.")

    def record(self) -> GameRecord:
        """Return the game's record."""
        return self.state.record(self.game, self.seats.names, self.seats.seed)

    def go_on_with(self, states: list[GameState]) -> None:
        """Go on with another game, whose people's placements can be undone as if they had been made here."""
        self.seats.close()
        self.timeline = Timeline(states[0])
        for before, after in pairwise(states):
            if self.seats.is_person(before.position.side):
                self.timeline.decide(after)
            else:
                self.timeline.follow(after)

    def _play_players_turn(self) -> None:
        before = self.state
        if not self.seats.people:
            self.screen.show(before)
        name = self.seats.names[before.position.side]
        with self.screen.thinking(name, before if self.seats.people else None):
            answer = self.seats.choose(before.position)
        self.timeline.follow(before.answer(answer, self.game))
        if isinstance(answer, Answer) and not self.state.failure:
            self.screen.say_turn(self.state.turns[-1])

    def _obey_a_line(self) -> None:
        """Show the board if it has changed, read a line and do what it says."""
        state = self.state
        is_new = state is not self._shown
        self._shown = state
        if is_new and state.ending:
            self.screen.show(state)
            self.screen.say_end(self.state, self.record())
        line = self.screen.ask(state, is_new=is_new)
        if line is None:
            line = "quit"
        word, _, argument = line.partition(" ")
        command = next((one for one in self.commands if one.word == (word.lower() or "help")), None)
        if command and (command.argument or not argument):
            command.run(self, argument.strip())
        else:
            self._place(line)

    def _place(self, line: str) -> None:
        """Make the placements of a line, all or none; what comes after the end of the game counts for nothing."""
        try:
            states = self._after(self.reader.read(line))
        except (PositionError, IllegalPlacement) as error:
            self.screen.warn(str(error))
            return
        for state in states:
            self.timeline.decide(state)

    def _after(self, turn: Turn) -> list[GameState]:
        """Return the states after each placement; raises `IllegalPlacement`."""
        left = self.state.position.left
        if len(turn) > left:
            raise IllegalPlacement(f"{len(turn)} placements are too many; expected at most {left}, as many as are left")
        states = [self.state]
        for number, placement in enumerate(turn):
            if states[-1].ending is None or len(states) == 1:
                try:
                    states.append(states[-1].place(placement))
                except IllegalPlacement as error:
                    before = f"after {self.game.format_turn(turn[:number])}, " if number else ""
                    raise IllegalPlacement(f"{before}{error}") from error
        return states[1:]


def level_text(level: Strategy) -> str:
    """Say how strong a level is: its word with its Elo, or its name if nobody has measured it."""
    return f"{level.strength.called}, about {level.strength.elo}" if level.strength else level.name
