import { expect, it } from 'vitest';
import { type MatchRow, matchLine, reasons } from './decisions.ts';

const row = (given: Partial<MatchRow>) =>
  ({ date: '2026-11-02', amount: -8_400, source: 'hand', ...given }) as MatchRow;

it.each([
  [row({}), ['same amount', '2 days later', 'entered by hand']],
  [row({ date: '2026-10-30', source: 'bank' }), ['same amount', '1 day earlier', 'from the bank']],
  [row({ date: '2026-10-31', amount: -1, source: 'file' }), ['same day', 'from a statement']],
])('gives the reasons why %o may be the bank’s row', (other, expected) => {
  expect(reasons({ date: '2026-10-31', amount: -8_400 }, other)).toEqual(expected);
});

it('counts bank rows that wait', () => {
  expect([1, 2].map(matchLine)).toEqual(['1 bank row waits to be matched.', '2 bank rows wait to be matched.']);
});
