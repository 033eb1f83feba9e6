// A problem: what is possible is put on the board or written, the server says what that is and whether there is a sure mate,
// and its plan is walked through.
import { h, say, show } from '../base/dom';
import type { Options, PlanStep, Search, StudyMessage, StudyRequest } from '../base/protocol';
import { remember, remembered } from '../base/settings';
import { connect, type Link } from '../base/socket';
import { makeHeatChoice } from '../ui/heat-choice';
import { makePositions } from '../ui/positions';
import { notConnected, reconnecting } from '../ui/words';
import { makeAnswer } from './answer';
import { makeStudyBoard } from './board';
import { makeGiven, type Wish } from './given';
import { makeMenPanel } from './men-panel';
import { makeSaving } from './saving';
import * as to from './screen';
import { makeSearchCard } from './search';
import * as set from './setup';
import { beliefAt } from './state';

/** How long nothing must change before a problem is posed. */
const pause = 400;

function firstRules({ rules }: Options): string {
  const last = remembered('study-rules', 'berkeley');
  return rules.some(({ name }) => name === last) ? last : rules[0]!.name;
}

export class Study {
  private screen: to.Screen;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly board = makeStudyBoard({
    put: (square, kind) => this.changeSetup((now) => set.putMan(now, square, kind)),
    moved: (from, square) => this.changeSetup((now) => set.moveMan(now, from, square)),
    taken: (square) => this.changeSetup((now) => set.takeMan(now, square)),
    painted: (brush, square, on) => this.changeSetup((now) => set.paint(now, brush, square, on)),
  });
  private readonly men = makeMenPanel(set.emptySetup, {
    choose: (tool) => this.become(to.chooseTool(this.screen, tool)),
    drag: this.board.drag,
    change: (change) => this.changeSetup(change),
  });
  private readonly heat = makeHeatChoice('Where the defender can be', () => this.draw());
  private readonly positions = makePositions(() => this.draw());
  private readonly given;
  private readonly search;
  private readonly answer = makeAnswer((path) => this.walk(path));
  private readonly saving = makeSaving(() => void this.tell({ type: 'save', ply: this.search.ply }));
  private readonly posed = h('p', { class: 'posed', role: 'status' });
  private readonly problem = h('p', { class: 'problem', role: 'alert' });
  private readonly writeOut = h(
    'button',
    { type: 'button', class: 'link', onclick: () => this.editAsPositions() },
    'Edit as positions',
  );
  private readonly lost = h('p', { class: 'connection-lost', role: 'status' }, reconnecting);
  private readonly connection;
  readonly element: HTMLElement;

  constructor(options: Options, wish: Wish) {
    this.screen = to.firstScreen(wish.way, firstRules(options));
    this.given = makeGiven(options, wish, this.men, {
      changed: () => this.changed(),
      choose: (way) => this.change(to.chooseWay(this.screen, way)),
      chooseRules: (rules) => {
        remember('study-rules', rules);
        this.change(to.chooseRules(this.screen, rules));
      },
    });
    this.search = makeSearchCard(
      options,
      (search) => this.solve(search),
      () => void this.tell({ type: 'stop' }),
    );
    this.element = this.lay();
    this.connection = connect<StudyMessage, StudyRequest>(
      '/ws/study',
      (message) => this.hear(message),
      (link) => this.linkChanged(link),
      () => this.pose(),
    );
    // The board needs its place on the page.
    queueMicrotask(() => this.draw());
  }

  private lay(): HTMLElement {
    return h(
      'div',
      { class: 'study' },
      h(
        'div',
        { class: 'study-board' },
        this.given.ways,
        this.board.element,
        this.heat.element,
        h('div', { class: 'posed-line' }, this.posed, this.problem, this.writeOut),
        h('div', { class: 'positions-place' }, this.positions.element),
      ),
      h(
        'div',
        { class: 'study-side' },
        this.lost,
        this.given.element,
        this.search.element,
        this.answer.element,
        this.saving.element,
      ),
    );
  }

  private become(next: to.Screen): void {
    this.screen = next;
    this.draw();
  }

  private hear(message: StudyMessage): void {
    if (message.type === 'posed' && message.ply !== null) this.search.setPly(message.ply);
    this.become(to.heard(this.screen, message));
    if (message.type === 'solution') this.answer.element.scrollIntoView({ block: 'nearest' });
  }

  private linkChanged(link: Link): void {
    if (link !== 'connecting') this.become(to.linked(this.screen, link));
  }

  private tell(message: StudyRequest): boolean {
    const sent = this.connection.say(message);
    this.become(sent ? this.screen : to.complain(this.screen, notConnected));
    return sent;
  }

  private pose(): void {
    clearTimeout(this.timer);
    const reading = this.given.read(this.screen);
    if ('missing' in reading) return;
    const request = to.requestOf(this.screen, reading.source);
    if (this.connection.say(request)) this.become(to.posing(this.screen, request));
  }

  private change(next: to.Screen): void {
    this.screen = next;
    this.changed();
  }

  /** What is given has changed, or may have. */
  private changed(): void {
    clearTimeout(this.timer);
    const reading = this.given.read(this.screen);
    if (!to.isPosed(this.screen, reading)) {
      if (this.screen.state.solving) this.connection.say({ type: 'stop' });
      this.screen = to.unposed(this.screen);
      if ('source' in reading) this.timer = setTimeout(() => this.pose(), pause);
    }
    this.draw();
  }

  private changeSetup(change: (setup: set.Setup) => set.Setup): void {
    this.change(to.changeSetup(this.screen, change));
  }

  private editAsPositions(): void {
    const { posed } = this.screen.state;
    if (!posed) return;
    this.given.write(posed.fens);
    this.change(to.chooseWay(this.screen, 'positions'));
  }

  private solve(wanted: Search): void {
    if (this.tell({ type: 'solve', ...wanted })) this.become(to.solving(this.screen));
  }

  private walk(path: PlanStep[]): void {
    const next = to.walkTo(this.screen, path);
    if (beliefAt(next.state) === null && next.state.walkable) this.connection.say({ type: 'walk', path });
    this.become(next);
  }

  private draw(): void {
    const belief = beliefAt(this.screen.state);
    this.positions.show(belief?.fens ?? [], belief?.states ?? 0);
    show(this.positions.element, belief !== null);
    this.screen = to.atPosition(this.screen, this.positions.fen);
    const { state, link } = this.screen;
    show(this.lost, link === 'lost');
    this.board.show(to.boardOf(this.screen, this.heat.kind));
    this.given.draw(this.screen);
    say(this.problem, state.problem ?? '');
    say(this.posed, to.posedLine(this.screen, this.given.read(this.screen)));
    this.posed.classList.toggle('hint', state.posed === null);
    show(this.writeOut, to.mayWriteOut(this.screen));
    for (const part of [this.search, this.answer, this.saving]) part.update(state);
    this.element.classList.toggle('solved', state.solution !== null);
  }

  close(): void {
    clearTimeout(this.timer);
    this.connection.close();
    this.board.destroy();
  }
}
