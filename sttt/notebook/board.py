"""The board as a widget: the game is kept here, what thinks is another process, and a browser shows it.

Works wherever anywidget does: JupyterLab, Notebook, VS Code, Colab.
"""

import threading
from typing import Any

import anywidget
import traitlets

from sttt.board.picture import picture
from sttt.board.script import shape_data
from sttt.errors import PlayerError, PositionError, StttError, UnknownNameError, shown
from sttt.games.game import Position, Side, Turn
from sttt.notebook.played_game import PlayedGame
from sttt.notebook.script import widget_script, widget_style
from sttt.notebook.thinking import Thinking
from sttt.players import registry
from sttt.web.catalogue import can_play
from sttt.web.engine_process import JsonObject
from sttt.web.messages import MAX_SECONDS
from sttt.web.table import board_of, view

SETTINGS = ("player", "side", "seconds", "analyse", "threats", "names")
"""The settings of a board besides the position."""


class BoardWidget(anywidget.AnyWidget):
    """A game on a board: two people play, or one against a player of ours, and its strongest player evaluates it.

    `position`, `player`, `side`, `seconds`, `analyse`, `threats` and `names` can be set and observed at any time;
    what a player does is told to observers in a thread of its own.
    """

    _esm = widget_script()
    _style = traitlets.Unicode(widget_style()).tag(sync=True)
    _game = traitlets.Dict().tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)
    _thought = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    _thinking = traitlets.Unicode(allow_none=True, default_value=None).tag(sync=True)
    _told = traitlets.Unicode().tag(sync=True)

    position = traitlets.Any(help="What is on the board. Set it, also in its compact form, to begin from there.")
    player = traitlets.Unicode(allow_none=True, default_value=None, help="Who plays `side`; None for a person.")
    side = traitlets.Enum(tuple(Side), default_value=Side.O, help="The side that `player` has.")
    seconds = traitlets.Float(1.0, help="What a player has for a turn, and the evaluation for a position.")
    analyse = traitlets.Bool(default_value=False, help="Whether the strongest player evaluates.").tag(sync=True)
    threats = traitlets.Bool(default_value=False, help="Whether the costs of lines are shown.").tag(sync=True)
    names = traitlets.Bool(default_value=False, help="Whether squares have their names.").tag(sync=True)

    def __init__(self, game: str = "super-ttt", position: Position | str | None = None, **settings: Any) -> None:
        """Set up a game, from its start or from a position.

        `settings` are the attributes above; without `side` a player has the side that does not begin. Raises
        `UnknownNameError` for a game or a setting that nobody provides, `PositionError` for a position that is none of
        the game, and `PlayerError` for a player or a time that does not fit.
        """
        self._thoughts = Thinking(self._hear)
        self._awaited = 0
        if unknown := [name for name in settings if not self.has_trait(name)]:
            raise UnknownNameError(f"unknown setting {unknown[0]!r}; expected one of: {', '.join(SETTINGS)}")
        self._rules = registry.game(game)
        self._shape = board_of(self._rules)
        self._lock = threading.RLock()
        start = self._read(self._rules.start() if position is None else position)
        self._played = PlayedGame(self._rules, start)
        super().__init__(position=start, **{"side": start.side.other, **settings})
        self._game = {
            "name": game,
            "title": self._rules.title,
            "turn": self._rules.start().left,
            "shape": shape_data(self._shape),
        }
        self.on_msg(self._obey)
        self.observe(self._begin, "position")
        self.observe(self._settle, ["player", "side", "analyse"])
        self._settle()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns played up to the moment on the board."""
        return tuple(self._played.turns[: self._played.at])

    @property
    def thinking(self) -> bool:
        """True while an answer is awaited; afterwards the answer is on the board."""
        with self._lock:
            return bool(self._awaited)

    def play(self, turn: Turn | str) -> None:
        """Play a turn for the side to move, as placements or in the game's notation.

        Raises `PositionError` for what is no turn and `IllegalPlacement` for one that the rules refuse.
        """
        with self._lock:
            given = self._rules.parse_turn(turn) if isinstance(turn, str) else turn
            placements = [placement for placement in given if placement is not None]
            after = self._played.position
            for placement in placements:
                after = after.play(placement)
            for placement in placements:
                self._played.place(placement)
            self._settle()

    def close(self) -> None:
        """Take it off the notebook, and end the process that thinks for it."""
        self._awaited = 0
        self._thoughts.close()
        super().close()

    def _repr_mimebundle_(self, **options: Any) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """Return the widget and, for whoever reads the notebook without Python, a picture."""
        bundle = super()._repr_mimebundle_(**options)
        if bundle:
            bundle[0]["image/svg+xml"] = picture(self._rules, self.position, alone=True)
        return bundle

    @traitlets.validate("position")
    def _check_position(self, proposal: traitlets.Bunch) -> Position:
        return self._read(proposal["value"])

    @traitlets.validate("side")
    def _check_side(self, proposal: traitlets.Bunch) -> Side:
        return Side(proposal["value"])

    @traitlets.validate("player")
    def _check_player(self, proposal: traitlets.Bunch) -> str | None:
        name: str | None = proposal["value"]
        if name is not None and not can_play(self._rules.name, name):
            registry.check_game(name, self._rules.name)
            raise PlayerError(f"{name} is no player of ours; expected a name that `sttt players` lists")
        return name

    @traitlets.validate("seconds")
    def _check_seconds(self, proposal: traitlets.Bunch) -> float:
        seconds: float = proposal["value"]
        if not 0 < seconds <= MAX_SECONDS:
            raise PlayerError(f"{seconds} seconds for a thought; expected more than 0 and at most {MAX_SECONDS:g}")
        return seconds

    def _read(self, position: Position | str) -> Position:
        """Return a position of this game, and of no other."""
        if isinstance(position, str):
            return self._rules.parse_position(position)
        if type(position) is not type(self._rules.start()):
            raise PositionError(f"{shown(position)} is no position of {self._rules.name}; expected one, or its text")
        return position

    def _begin(self, change: traitlets.Bunch) -> None:
        """Begin again from a position that was set; those that were played are on the board already."""
        with self._lock:
            if change["new"] is not self._played.position:
                self._played = PlayedGame(self._rules, change["new"])
                self._settle()

    def _obey(self, _widget: object, message: JsonObject, _buffers: object) -> None:
        """Do what somebody at the board does; what cannot be done is said there."""
        with self._lock:
            try:
                self._do(message)
            except StttError as error:
                self._told = str(error).partition("; expected")[0]

    def _do(self, message: JsonObject) -> None:
        played, what = self._played, message["do"]
        if what == "choose":
            if self._is_players_turn:
                raise PlayerError(f"It is the turn of {self.player}")
            placement = self._shape.cells[message["cell"]].placement
            if placement is None:
                raise PlayerError("Nobody may place there")
            played.place(placement)
        elif what == "undo":
            played.back(self._persons)
        elif what == "redo":
            played.forth(self._persons)
        elif what == "go":
            played.go(message["at"])
        elif what == "new":
            self._played = PlayedGame(self._rules, played.table.positions[0])
        self._settle()

    @property
    def _persons(self) -> set[Side]:
        """The sides that persons have."""
        return {side for side in Side if self.player is None or side is not self.side}

    @property
    def _is_players_turn(self) -> bool:
        """True if the player is to move at the end of what was played."""
        now = self._played.position
        return self.player is not None and now.side is self.side and not now.result and self._played.is_at_end

    def _settle(self, change: object = None) -> None:
        """Show how the game stands now, and ask whoever is to be asked about it."""
        with self._lock, self.hold_sync():
            self._awaited = 0
            if change is None:
                self._told = ""
            self.set_trait("_thought", None)
            self.set_trait("_thinking", None)
            self._view = view(self._played.table).model_dump(mode="json")
            self.position = self._played.position
            if self._is_players_turn:
                self._thinking = self.player
                self._awaited = self._thoughts.ask(self._played.asked(), str(self.player), self.seconds)
            elif self.analyse and not self._played.position.result:
                self._awaited = self._thoughts.ask(self._played.asked(), None, self.seconds)
            else:
                self._thoughts.cancel()

    def _hear(self, answer: JsonObject) -> None:
        """Take in a thought, or why there is none; what was asked before is of no use."""
        with self._lock, self.hold_sync():
            if answer["id"] != self._awaited:
                return
            if answer["kind"] == "refused":
                self._awaited, self._thinking, self._told = 0, None, answer["error"]
                return
            if answer["final"]:
                self._awaited = 0
            if self._thinking is None:
                self._thought = answer
            elif answer["final"]:
                self._played.enter(tuple(answer["turn"]))
                self._settle()
                self._told = f"{self.player}: {answer['text']}. {answer['verdict']['words']['en']['line']}"
