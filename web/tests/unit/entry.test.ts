import { describe, expect, it } from 'vitest';
import { readTry, type Known } from '../../src/game/entry';
import { readBoard } from '../../src/ui/men';

const known: Known = {
  men: readBoard('8/P3P3/8/8/4P3/2N2N2/1P1P1B2/R3K2R'),
  askable: [
    'e4e5',
    'e4d5',
    'e4f5',
    'b2b3',
    'b2b4',
    'b2a3',
    'd2d3',
    'd2d4',
    'c3d5',
    'c3e2',
    'f3d4',
    'f3e5',
    'f3g1',
    'f2g3',
    'f2b6',
    'e1g1',
    'e1c1',
    'e1e2',
    'a1b1',
    'a1d1',
    'h1g1',
    'h1d1',
    'e7e8q',
    'e7e8r',
    'e7e8b',
    'e7e8n',
    'e7d8q',
    'e7d8r',
    'e7d8b',
    'e7d8n',
  ],
  refused: ['f3h4', 'a7a8q'],
  mayAskAny: true,
};

const read = (text: string) => readTry(text, known);

describe('readTry', () => {
  it.each([
    ['e4e5', 'e4e5'],
    ['e4-e5', 'e4e5'],
    ['E4xD5', 'e4d5'],
    [' e7e8n ', 'e7e8n'],
    ['e7e8=Q', 'e7e8q'],
    ['e5', 'e4e5'],
    ['exd5', 'e4d5'],
    ['ed5', 'e4d5'],
    ['d4', 'd2d4'],
    ['e8=Q', 'e7e8q'],
    ['exd8=N', 'e7d8n'],
    ['e8r', 'e7e8r'],
    ['Nd4', 'f3d4'],
    ['nd4', 'f3d4'],
    ['Nxe5+', 'f3e5'],
    ['Ncd5', 'c3d5'],
    ['N3e2', 'c3e2'],
    ['Bg3', 'f2g3'],
    ['Bb6', 'f2b6'],
    ['b4', 'b2b4'],
    ['bxa3', 'b2a3'],
    ['bg3', 'f2g3'],
    ['Rad1', 'a1d1'],
    ['O-O', 'e1g1'],
    ['0-0-0', 'e1c1'],
    ['o-o', 'e1g1'],
    ['Ke2', 'e1e2'],
  ])('reads %s as %s', (text, move) => expect(read(text)).toEqual({ found: move }));

  it('asks for the piece of a promotion', () => {
    expect(read('e8')).toEqual({ promotions: ['e7e8q', 'e7e8r', 'e7e8b', 'e7e8n'] });
    expect(read('e7d8')).toEqual({ promotions: ['e7d8q', 'e7d8r', 'e7d8b', 'e7d8n'] });
  });

  it('says what is ambiguous', () => {
    expect(read('Rd1')).toEqual({ problem: 'Rd1 can be a1d1 or h1d1. Type the one you mean.' });
  });

  it('knows what was refused already', () => {
    expect(read('Nh4')).toEqual({ problem: 'Nh4 was already refused this turn.' });
    expect(read('a8=R')).toEqual({ problem: 'You can’t try a8=R now.' });
  });

  it('reads the question', () => {
    expect(read('Any?')).toEqual({ any: true });
    expect(readTry('any', { ...known, mayAskAny: false })).toHaveProperty('problem');
  });

  it.each(['', '   ', 'hello', 'e9', 'Zf3', 'e2', 'e4e5e6', '<b>'])('refuses %j', (text) =>
    expect(read(text)).toHaveProperty('problem'),
  );
});
