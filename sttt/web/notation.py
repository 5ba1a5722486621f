"""Games that leave and enter: positions in any registered notation, text records, JSON records."""

from sttt.errors import PositionError, ProtocolError, RecordError, StttError, UnknownNameError
from sttt.games.game import Game, Position, Result
from sttt.games.records.json_lines import format_json
from sttt.games.records.record import Ending, GameRecord, TurnRecord, replay
from sttt.games.records.text import format_text, parse_text
from sttt.web.messages import MAX_TURNS, ExportIn, ImportedOut, ImportIn
from sttt.web.table import Table, board_of, installed_game, installed_protocols, table_of

COMPACT, TEXT, JSON = "compact", "text", "json"
"""The forms that every game has besides those of its protocols."""


def read(given: ImportIn) -> ImportedOut:
    """Read a game or a position; raises a `StttError` that says what is wrong with the text."""
    text = given.text.removeprefix("\ufeff").strip()
    if text.startswith(("[", "#", "{")):
        return of_record(_first(parse_text(text, installed_game)))
    return _of_position(text, installed_game(given.game))


def _first(records: list[GameRecord]) -> GameRecord:
    if not records:
        raise RecordError.of("page.no-record")
    return records[0]


def of_record(record: GameRecord) -> ImportedOut:
    """Return a record's game, verified by its rules."""
    game = installed_game(record.game)
    board_of(game)
    replay(record, game)
    turns = [list(turn.turn) for turn in record.turns]
    _check_size(turns)
    return ImportedOut(
        game=record.game,
        start=None if record.start == game.format_position(game.start()) else record.start,
        turns=turns,
        x=record.x,
        o=record.o,
        note=f"{record.x} against {record.o}, {len(turns)} turns, ended by {record.ending}",
    )


def _check_size(turns: list[list[int | None]]) -> None:
    if len(turns) > MAX_TURNS:
        raise RecordError.of("page.too-many-turns", number=len(turns), most=MAX_TURNS)


def _of_position(text: str, game: Game) -> ImportedOut:
    position = _parse_position(text, game)
    start = game.format_position(position)
    usual = start == game.format_position(game.start())
    return ImportedOut(game=game.name, start=None if usual else start, turns=[], x=None, o=None, note="a position")


def _parse_position(text: str, game: Game) -> Position:
    """Read the compact form, or the form of the first protocol of the game that can read it."""
    try:
        return game.parse_position(text)
    except PositionError as error:
        wrong: StttError = error
    protocols = [protocol for protocol in installed_protocols() if protocol.game == game.name]
    for protocol in protocols:
        try:
            return protocol.parse_position(text)
        except ProtocolError as error:
            if text.startswith(("(", "'", ";")):
                wrong = ProtocolError.of("page.protocol", protocol=protocol.name, problem=str(error))
    raise wrong


def forms(game: Game) -> list[str]:
    """Return the names of the forms in which a game can be written: positions first, then records."""
    own = [protocol for protocol in installed_protocols() if protocol.game == game.name]
    return [COMPACT, *(protocol.name for protocol in own if protocol.format_position), TEXT, JSON]


def write(given: ExportIn) -> str:
    """Write a game in one of its forms; raises a `StttError`."""
    table = table_of(given)
    if given.form == COMPACT:
        return table.game.format_position(table.now)
    if given.form == TEXT:
        return format_text(_record(table, given), table.game)
    if given.form == JSON:
        return format_json(_record(table, given), table.game) + "\n"
    return _by_protocol(table, given.form)


def _by_protocol(table: Table, form: str) -> str:
    """Write the position at the turn's start: no protocol knows of half a turn."""
    for protocol in installed_protocols():
        if protocol.name == form and protocol.game == table.game.name and protocol.format_position:
            return protocol.format_position(table.positions[table.at])
    raise UnknownNameError.of("page.no-form", form=form, forms=", ".join(forms(table.game)))


def _record(table: Table, given: ExportIn) -> GameRecord:
    """Return the game as a record, one that is still going on as interrupted."""
    last = table.positions[-1]
    return GameRecord(
        game=table.game.name,
        x=given.x,
        o=given.o,
        start=table.game.format_position(table.positions[0]),
        turns=tuple(
            TurnRecord(side=before.side, turn=turn + (None,) * (before.left - len(turn)))
            for turn, before in zip(table.turns, table.positions, strict=False)
        ),
        result=last.result,
        ending=_ending(last.result),
    )


def _ending(result: Result | None) -> Ending:
    if result is None:
        return Ending.INTERRUPTED
    return Ending.LINE if result.winner else Ending.FULL
