import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../../src/base/protocol';
import * as to from '../../src/game/screen';
import { entry, firstView, heard, now } from './samples';

const tell = (screen: to.Screen, ...messages: ServerMessage[]): to.Screen =>
  messages.reduce((before, message, index) => to.hear(before, message, 1000 + index), screen);
const begun = tell(to.linked(to.firstScreen, 'open'), firstView());
const clock = (white_ms: number) => ({ white_ms, black_ms: 60_000, running: 'white' as const });
const viewed = (more = {}): ServerMessage => ({
  type: 'view',
  from: 0,
  log: [entry('white', 'e2d3', 'no')],
  now: now(more),
});

describe('a screen', () => {
  it('is drawn once for each state that differs, however often the server says it', () => {
    const asked = to.asked(begun, 'e2d3');
    const answer: ServerMessage = { type: 'answer', ask: 'e2d3', heard: heard('no'), phrase: 'White tries: no.' };
    const refused = { refused: ['e2d3'] };
    const said = [
      viewed({ ...refused, clock: clock(59_900) }),
      answer,
      viewed({ ...refused, clock: clock(59_899) }),
      { type: 'view', from: 1, log: [], now: now({ ...refused, clock: clock(59_898) }) },
    ] satisfies ServerMessage[];
    let screen = asked;
    const isDrawn = said.map((message) => {
      const before = screen;
      screen = tell(before, message);
      return !to.looksLike(before, screen);
    });
    expect(isDrawn).toEqual([true, false, false, false]);
    expect(screen.state).toMatchObject({ pending: null, now: { refused: ['e2d3'] } });
  });

  it('is drawn anew when the turn, the log, an offer or a complaint changes', () => {
    for (const message of [
      viewed(),
      { type: 'view', from: 0, log: [], now: now({ turn: 'black' }) },
      { type: 'view', from: 0, log: [], now: now({ draw_offer: 'opponent' }) },
      { type: 'view', from: 0, log: [], now: now({ opponent_here: false, claim_in_ms: 60_000 }) },
      { type: 'phantoms', phantoms: { e5: 'p' } },
      { type: 'error', code: 'stale', message: '' },
    ] satisfies ServerMessage[])
      expect(to.looksLike(begun, tell(begun, message)), JSON.stringify(message)).toBe(false);
    expect(to.looksLike(begun, to.linked(begun, 'lost'))).toBe(false);
  });

  it('asks one thing at a time, in the own turn', () => {
    expect(to.mayAsk(begun)).toBe(true);
    expect(to.mayAskAny(begun)).toBe(false);
    expect(to.mayAskAny(tell(begun, viewed({ may_ask_any: true })))).toBe(true);
    expect(to.mayAsk(to.asked(begun, 'e2e4'))).toBe(false);
    expect(to.mayAsk(to.linked(to.asked(begun, 'e2e4'), 'lost'))).toBe(true);
    expect(to.mayAsk(tell(begun, viewed({ turn: 'black' })))).toBe(false);
    expect(to.mayAsk(to.firstScreen)).toBe(false);
    expect(to.triesAlong(begun, 'e2e4')).toEqual(['e2e4']);
  });

  it('shows a try as made while it is asked or a promotion is chosen', () => {
    for (const held of [to.asked(begun, 'e2e4'), to.choosing(begun, 'e2e4')]) {
      const { men, askable, pending } = to.boardOf(held);
      expect([men.has('e2'), men.has('e4'), askable, pending]).toEqual([false, true, [], 'e2e4']);
    }
    expect(to.boardOf(begun).askable).toContain('e2e4');
    expect(to.boardOf(to.linked(begun, 'lost')).askable).toEqual([]);
  });

  it('places and removes phantoms with the tool in hand, and none on own men', () => {
    expect(to.tapped(begun, 'e5')).toBe(begun);
    const editing = to.editPhantoms(to.chooseTool(begun, 'n'), true);
    expect(editing.tool).toBe('n');
    const placed = to.tapped(to.tapped(editing, 'e5'), 'e2');
    expect(placed.state.phantoms).toEqual({ e5: 'n' });
    expect(to.haveOtherPhantoms(editing, placed)).toBe(true);
    expect(to.tapped(to.chooseTool(placed, 'erase'), 'e5').state.phantoms).toEqual({});
    expect(to.tapped(to.chooseTool(placed, 'move'), 'e5').state.phantoms).toEqual({ e5: 'n' });
    expect(to.editPhantoms(placed, false)).toMatchObject({ tool: null, lastTool: 'n' });
  });

  it('names what matters now', () => {
    const facts = (more: object) => to.factsOf(tell(begun, viewed(more))).map(({ text }) => text);
    expect(facts({ check: ['file'], capture: 'd5', pawn_tries: 2 })).toEqual([
      'You are in check',
      'Capture on d5',
      '2 pawn tries',
    ]);
    expect(facts({ turn: 'black', check: ['file'], pawn_tries: 2 })).toEqual([]);
  });
});
