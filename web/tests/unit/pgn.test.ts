import { describe, expect, it } from 'vitest';
import { readProblem, whyNot } from '../../src/pages/pgn';

describe('a PGN', () => {
  it('is sent when it is there and not too large', () => {
    expect(whyNot('1. e4 {:} *')).toBeNull();
    expect(whyNot(' \n')).toBe('Paste a game, or open a file.');
    expect(whyNot('x'.repeat(64 * 1024))).toBeNull();
    expect(whyNot('x'.repeat(64 * 1024 + 1))).toContain('65 KiB. The limit is 64 KiB');
    // Letters of two bytes each.
    expect(whyNot('é'.repeat(40 * 1024))).toContain('80 KiB');
  });

  it('is shown at the line that is wrong', () => {
    const pgn = '[White "Anna"]\n\n1. e4 {:} Nd4 {:}';
    const line = { from: 16, to: 33, text: '1. e4 {:} Nd4 {:}' };
    expect(readProblem('3:11: "Nd4" is not possible here.', pgn)).toEqual({
      text: 'Line 3, column 11: "Nd4" is not possible here.',
      line,
    });
    expect(readProblem('3: the result is missing.', pgn)).toEqual({ text: 'Line 3: the result is missing.', line });
    expect(readProblem('4:1: the game ends here.', pgn).line).toBeNull();
    expect(readProblem('Too often.', pgn)).toEqual({ text: 'Too often.', line: null });
  });
});
