// A running game: the connection, the screen that follows from what is said and done, and the table that shows it.
import { checkAccount } from '../base/account';
import type { ClientMessage, Phantoms, ServerMessage } from '../base/protocol';
import { connect } from '../base/socket';
import { choosePromotion } from '../ui/promotion';
import { play } from '../ui/sound';
import { notConnected } from '../ui/words';
import { makeActions } from './actions';
import { makeDrawing } from './drawing';
import { makeEntryForm } from './entry-form';
import * as notes from './phantoms';
import * as to from './screen';
import { soundOf } from './sounds';
import { ownMen, type State } from './state';
import { makeTable } from './table';

export class LiveGame {
  private screen = to.firstScreen;
  private readonly entry = makeEntryForm(
    () => this.screen.state,
    (reading) => {
      if ('any' in reading) this.ask('any');
      else if ('found' in reading) this.ask(reading.found);
      else void this.promote(reading.promotions);
    },
  );
  private readonly table;
  private readonly drawing = makeDrawing<to.Screen>((screen) => this.table.draw(screen), to.looksLike);
  private readonly connection;
  private readonly ticking;

  /** `changed` is told of every state that looks different from the one before. */
  constructor(
    id: string,
    private readonly changed: (state: State) => void,
  ) {
    const buttons = makeActions(
      id,
      (message) => this.say(message),
      (text) => this.become(to.complain(this.screen, text)),
    );
    this.table = makeTable(this.entry, buttons, {
      board: {
        tried: (from, square) => void this.attempt(`${from}${square}`),
        phantomMoved: (from, square) => this.note(notes.move(this.phantoms, from, square)),
        phantomDropped: (kind, square) => this.note({ ...this.phantoms, [square]: kind }),
        phantomGone: (square) => this.note(notes.remove(this.phantoms, square)),
        tapped: (square) => this.become(to.tapped(this.screen, square)),
      },
      tray: {
        choose: (tool) => this.become(to.chooseTool(this.screen, tool)),
        setUp: () => this.note(notes.openingSetUp(this.state.game!, ownMen(this.state))),
        clear: () => this.note({}),
      },
      ask: (what) => this.ask(what),
      edit: () => this.become(to.editPhantoms(this.screen, this.screen.tool === null)),
    });
    this.connection = connect<ServerMessage, ClientMessage>(
      `/ws/games/${encodeURIComponent(id)}`,
      (message) => this.hear(message),
      (link) => {
        if (link === 'lost') void checkAccount();
        if (link !== this.screen.link) this.become(to.linked(this.screen, link));
      },
    );
    this.ticking = setInterval(() => this.table.tick(this.state, Date.now()), 100);
    this.drawing.now(this.screen);
  }

  get element(): HTMLElement {
    return this.table.element;
  }

  get state(): State {
    return this.screen.state;
  }

  private get phantoms(): Phantoms {
    return this.state.phantoms;
  }

  /** What the player does is drawn even where it changes nothing: the board may show a man elsewhere. */
  private become(next: to.Screen): void {
    const before = this.screen;
    this.screen = next;
    if (to.haveOtherPhantoms(before, next)) this.keepPhantoms();
    this.drawing.now(this.screen);
  }

  private hear(message: ServerMessage): void {
    const before = this.screen;
    this.screen = to.hear(before, message, Date.now());
    const sound = soundOf(before.state, this.state);
    if (sound) play(sound);
    // Taking a man took a phantom off: that is a change of the notes like any other.
    if (message.type === 'answer' && to.haveOtherPhantoms(before, this.screen)) this.keepPhantoms();
    if (this.state.now?.turn !== before.state.now?.turn) this.entry.explain('');
    this.drawing.soon(this.screen);
    if (!to.looksLike(before, this.screen)) this.changed(this.state);
  }

  say(message: ClientMessage): void {
    if (!this.connection.say(message)) this.become(to.complain(this.screen, notConnected));
  }

  private ask(what: string): void {
    if (!to.mayAsk(this.screen)) return this.drawing.now(this.screen);
    const known = this.state.log.length;
    const sent = this.connection.say(what === 'any' ? { type: 'any', known } : { type: 'try', move: what, known });
    this.become(sent ? to.asked(this.screen, what) : to.complain(this.screen, notConnected));
  }

  private async attempt(way: string): Promise<void> {
    const moves = to.triesAlong(this.screen, way);
    if (moves.length > 1) await this.promote(moves);
    else if (moves[0]) this.ask(moves[0]);
    else this.drawing.now(this.screen);
  }

  private async promote(moves: string[]): Promise<void> {
    this.become(to.choosing(this.screen, moves[0]!.slice(0, 4)));
    const chosen = await choosePromotion(moves, this.state.game!.side);
    this.screen = to.choosing(this.screen, null);
    if (chosen && this.state.now?.askable.includes(chosen)) this.ask(chosen);
    else this.drawing.now(this.screen);
  }

  private note(phantoms: Phantoms): void {
    this.become(to.setPhantoms(this.screen, phantoms));
  }

  private keepPhantoms(): void {
    this.say({ type: 'phantoms', phantoms: this.phantoms });
  }

  close(): void {
    clearInterval(this.ticking);
    this.drawing.close();
    this.connection.close();
    this.table.destroy();
  }
}
