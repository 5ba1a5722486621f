"""Everything that can be typed besides a turn."""

from contextlib import closing

from sttt.arena.play.answer import NoAnswer
from sttt.cli.output.game_view import describe_turn
from sttt.cli.play import files
from sttt.cli.play.description import find_threats
from sttt.cli.play.game_state import GameState
from sttt.cli.play.seats import ask_patiently
from sttt.cli.play.session import Command, PlaySession
from sttt.errors import StttError
from sttt.games.game import Game, Position, Turn
from sttt.games.knowledge import knowledge_of
from sttt.games.wording import say_at
from sttt.players.assessing import Adviser
from sttt.players.registry import explain, levels, make_player


def undo(session: PlaySession, _argument: str) -> None:
    """Take back a placement."""
    if session.timeline.undo():
        session.seats.close()
    else:
        session.screen.warn("there is no placement of yours to take back")


def redo(session: PlaySession, _argument: str) -> None:
    """Make a placement again that was taken back."""
    if session.timeline.redo():
        session.seats.close()
    else:
        session.screen.warn("nothing has been taken back")


def hint(session: PlaySession, _argument: str) -> None:
    """Show what the strongest player would do, and the verdict."""
    state = session.state
    if state.ending:
        session.screen.warn("the game is over")
        return
    game, position, name = session.game, state.position, levels(session.game)[-1].name
    with closing(make_player(name)) as player, session.screen.thinking(name, state):
        answer = ask_patiently(Adviser(game, player), position, session.seats.terms)
    if isinstance(answer, NoAnswer):
        session.screen.warn(f"{name} has no answer: {answer.message}")
        return
    session.hinted = state, answer.decision
    words = say_at(game, position, knowledge_of(game).of(position)).line
    session.screen.say(f"hint: {game.format_turn(answer.decision.turn)}  {words}")


def why(session: PlaySession, _argument: str) -> None:
    """Give the reasons of the hint for this state, or else of the last turn."""
    state = session.state
    if session.hinted and session.hinted[0] is state:
        told = _reasons(session.game, state.position, session.hinted[1].turn)
    elif state.turns:
        told = _reasons(session.game, state.before_last_turn, state.turns[-1].turn)
    else:
        session.screen.warn("there is no turn to explain yet; hint gives one")
        return
    session.screen.say(told)


def _reasons(game: Game, position: Position, turn: Turn) -> str:
    """Say what speaks for each placement, where a player of the game can explain it, and the verdict of the turn."""
    explained = _explain(game, position, turn)
    words = say_at(game, position, knowledge_of(game).of_turn(position, turn).without_turns()).paragraph
    return f"{game.format_turn(turn)}: {explained}{'. ' if explained else ''}{words}"


def _explain(game: Game, position: Position, turn: Turn) -> str:
    made = [(placement, word) for placement, word in explain(game, position, turn) if placement is not None]
    return ", then ".join(f"{game.format_turn((placement,))} {word}" for placement, word in made)


def threats(session: PlaySession, _argument: str) -> None:
    """Show what lines still cost."""
    found = find_threats(session.game, session.state.position)
    if found is None:
        session.screen.warn(f"no lines are known for {session.game.title}")
        return
    if not found.groups and not found.lines:
        session.screen.say("no side is within two placements of any line")
        return
    what = "complete each line, and lose" if found.lines_lose else "win each"
    session.screen.say(f"Placements that a side still needs to {what}, if the other passes:")
    session.screen.show_threats(found)
    for side, name in session.screen.names.items():
        if lines := found.of(side):
            needs = "loses by" if found.lines_lose else "needs"
            session.screen.say(f"{name} {needs} at most one turn's placements for {', '.join(lines)}")


def moves(session: PlaySession, _argument: str) -> None:
    """List the turns so far."""
    if not session.state.turns:
        session.screen.say("no turn has been completed")
    for number, turn in enumerate(session.state.turns, start=1):
        line = f"{number:3}. {session.screen.names[turn.side]}  {session.game.format_turn(turn.turn)}"
        session.screen.say(f"{line}  {describe_turn(turn)}".rstrip())


def position(session: PlaySession, _argument: str) -> None:
    """Print the compact form."""
    session.screen.say(session.game.format_position(session.state.position))


def save(session: PlaySession, argument: str) -> None:
    """Write the game to a file."""
    if not argument:
        session.screen.warn("save where? expected save FILE; one that ends in .jsonl becomes JSON, any other text")
        return
    try:
        files.save(argument, session.record())
    except StttError as error:
        session.screen.warn(str(error))
        return
    session.screen.say(f"saved to {argument}: {len(session.state.turns)} turns")
    if session.state.begun:
        session.screen.say("without the turn under way; position prints it with that")


def load(session: PlaySession, argument: str) -> None:
    """Go on with the game or position of a file."""
    if not argument:
        session.screen.warn("load what? expected load FILE, of a saved game or a position")
        return
    try:
        states = files.load(argument, session.game)
    except StttError as error:
        session.screen.warn(str(error))
        return
    session.go_on_with(states)


def new(session: PlaySession, _argument: str) -> None:
    """Begin again; `undo` brings the old game back."""
    session.seats.close()
    session.timeline.decide(GameState.at(session.game.start()))


def swap(session: PlaySession, _argument: str) -> None:
    """Have the sides change places."""
    session.seats.swap()
    session.introduce()


def resign(session: PlaySession, _argument: str) -> None:
    """Give the game up."""
    if session.state.ending:
        session.screen.warn("the game is over")
    else:
        session.timeline.decide(session.state.resign())


def board(session: PlaySession, _argument: str) -> None:
    """Show the board again."""
    session.screen.show(session.state)


def rules(session: PlaySession, _argument: str) -> None:
    """Print the rules."""
    for line in session.game.rules or ("the rules are not written down here",):
        session.screen.say(line)


def show_help(session: PlaySession, _argument: str) -> None:
    """List what can be typed."""
    rows = [
        *session.reader.examples(session.game.start().left),
        *((f"{one.word} {one.argument}".strip(), one.help) for one in session.commands),
    ]
    if session.screen.has_arrows:
        rows.insert(0, ("arrow keys, Enter", "point at a square and place there; Esc leaves the board"))
    width = max(len(typed) for typed, _ in rows)
    for typed, meaning in rows:
        session.screen.say(f"{typed:{width}}  {meaning}")


def leave(session: PlaySession, _argument: str) -> None:
    """End the session."""
    session.left = True


COMMANDS = (
    Command("undo", "", "take back your previous placement and what was played since", undo),
    Command("redo", "", "make a placement again that undo took back", redo),
    Command("hint", "", "see the turn that the strongest player would make", hint),
    Command("why", "", "see the reasons of that turn, or of the other player's last one", why),
    Command("threats", "", "see how many placements each line still costs both sides", threats),
    Command("moves", "", "list the turns so far", moves),
    Command("board", "", "see the board again", board),
    Command("position", "", "print the position on one line, for other commands and for load", position),
    Command("save", "FILE", "write the game to a file: as JSON if its name ends in .jsonl, else as text", save),
    Command("load", "FILE", "go on with a saved game, the last one of the file, or with a position", load),
    Command("new", "", "begin again", new),
    Command("swap", "", "change sides", swap),
    Command("resign", "", "give the game up", resign),
    Command("rules", "", "read the rules", rules),
    Command("help", "", "see this", show_help),
    Command("quit", "", "leave the game; so does the end of the input", leave),
)
