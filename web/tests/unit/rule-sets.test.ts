import { describe, expect, it } from 'vitest';
import type { RuleSet } from '../../src/base/protocol';
import { ruleSetRows } from '../../src/rules/rule-sets';

const berkeley: RuleSet = {
  name: 'berkeley',
  summary: '',
  any: false,
  refusals_heard: true,
  pawn_tries: 'untold',
  nonsense: 'mover',
  any_duty: null,
  captured: 'square',
  names_en_passant: false,
  tells_promotion: false,
  check_narrows_tries: false,
  stalemate_loses: false,
  chess_draws: false,
  lack_of_material: 'one-minor-each',
};

describe('the table of rule sets', () => {
  it('has a column for each rule set that the server knows, and rows for differences alone', () => {
    const club: RuleSet = { ...berkeley, name: 'club', refusals_heard: false, pawn_tries: 'number' };
    const any: RuleSet = { ...berkeley, name: 'any', any: true, any_duty: 'one-capture-try' };
    expect(ruleSetRows([berkeley, club, any])).toEqual([
      ['Refusals', ['heard by both players', 'heard by you only', 'heard by both players']],
      ['“Any?”', ['–', '–', 'once a turn']],
      ['You must try after “yes”', ['–', '–', 'at least one pawn capture']],
      ['Pawn tries announced', ['–', 'how many', '–']],
    ]);
  });

  it('has no rows where there is nothing to tell apart', () => expect(ruleSetRows([berkeley])).toEqual([]));
});
