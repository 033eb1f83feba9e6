import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/base/protocol';
import { afterTry } from '../../src/plan/plan';
import { askAt, askWords, placeAt, sayingsAt, wayText } from '../../src/plan/walk';
import { readBoard, writeBoard } from '../../src/ui/men';

const men = readBoard('8/8/6K1/8/8/8/8/R6Q');
const plan: Plan = {
  try: 'a1a8',
  refused: {
    ask: 'any',
    yes: null,
    no: { try: 'h1h8', refused: null, played: [{ announced: { check: ['file'] }, mate: true }] },
  },
  played: [
    { announced: { check: ['rank'] }, mate: true },
    {
      announced: {},
      replies: [
        { announced: { capture: { square: 'a8' } }, plan: { try: 'h1h7', refused: null, played: [] } },
        { announced: {}, plan: { try: 'a8b8', refused: null, played: [] } },
      ],
    },
  ],
};
const at = (...path: string[]) => placeAt(plan, men, path);

describe('walking through a plan', () => {
  it('begins with its try', () => {
    const place = at()!;
    expect([askAt(place), askWords(place)]).toEqual(['a1a8', 'Try Ra1–a8']);
    expect(sayingsAt(place, 'white')).toEqual([
      { step: 'played 0', text: 'Referee: check on the rank: mate', mate: true },
      { step: 'played 1', text: 'Played, no announcement', mate: false },
      { step: 'refused', text: 'Refused', mate: false },
    ]);
  });

  it('ends with mate', () => {
    expect(at('played 0')).toMatchObject({ kind: 'mate' });
    expect(sayingsAt(at('played 0')!, 'white')).toEqual([]);
    expect(at('refused', 'no', 'played 0')).toMatchObject({ kind: 'mate' });
  });

  it('waits for the defender, who may take a man', () => {
    const waiting = at('played 1')!;
    expect(waiting.kind).toBe('wait');
    expect(askAt(waiting)).toBeNull();
    expect(sayingsAt(waiting, 'white').map(({ text }) => text)).toEqual([
      'Black moves: capture on a8',
      'Black moves, no announcement',
    ]);
    expect(writeBoard(at('played 1', 'reply 0')!.men)).toBe('8/8/6K1/8/8/8/8/7Q');
    expect(askWords(at('played 1', 'reply 1')!)).toBe('Try Ra8–b8');
  });

  it('asks the question', () => {
    const place = at('refused')!;
    expect([askAt(place), askWords(place)]).toEqual(['any', 'Ask “Any?”']);
    expect(sayingsAt(place, 'white').map(({ step }) => step)).toEqual(['no']);
  });

  it('leads nowhere else', () => {
    for (const path of [['yes'], ['played 7'], ['reply 0'], ['refused', 'yes'], ['played 0', 'reply 0']])
      expect(at(...path)).toBeNull();
  });

  it('tells the way', () => {
    expect(wayText(plan, men, 'white', ['refused', 'no', 'played 0'])).toEqual([
      'Ra1–a8: refused',
      'Any?: no pawn can capture',
      'Qh1–h8: check on the file: mate',
    ]);
    expect(wayText(plan, men, 'white', ['played 1', 'reply 1']).at(-1)).toBe('Black moves, no announcement');
  });

  it('moves the rook when it castles', () => {
    expect(writeBoard(afterTry(readBoard('8/8/8/8/8/8/8/R3K2R'), 'e1g1'))).toBe('8/8/8/8/8/8/8/R4RK1');
    expect(writeBoard(afterTry(readBoard('8/8/8/8/8/8/8/R3K2R'), 'e1c1'))).toBe('8/8/8/8/8/8/8/2KR3R');
    expect(writeBoard(afterTry(readBoard('8/P7/8/8/8/8/8/8'), 'a7a8n'))).toBe('N7/8/8/8/8/8/8/8');
  });
});
