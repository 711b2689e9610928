import { describe, expect, it } from 'vitest';
import { answerBy } from './answer-by.ts';

const none = { moreAskedOn: null, repliedOn: null, lastDay: null };
const TODAY = '2026-10-01';

describe('answerBy', () => {
  it.each([
    ['V36 28 days', {}, '2026-09-29'],
    ['V37 7 days after a late reply', { moreAskedOn: '2026-09-20', repliedOn: '2026-09-27' }, '2026-10-04'],
    ['V38 28 days after an early reply', { moreAskedOn: '2026-09-05', repliedOn: '2026-09-10' }, '2026-09-29'],
    ['V39 waiting without a reply', { moreAskedOn: '2026-09-20' }, 'waiting'],
    ['28 days if more was asked too late', { moreAskedOn: '2026-09-30' }, '2026-09-29'],
  ])('returns for a pet asked for on 1 September: %s', (_, given, expected) => {
    const { day, waiting } = answerBy({ ...none, kind: 'pet', askedOn: '2026-09-01', ...given }, TODAY);
    expect(waiting ? 'waiting' : day).toBe(expected);
  });

  it.each([
    ['V80', '2026-11-25', '2026-12-25'],
    ['V80 at the end of a month', '2027-01-31', '2027-02-28'],
  ])('returns a month for a data request: %s', (_, askedOn, expected) => {
    expect(answerBy({ ...none, kind: 'data', askedOn }, TODAY).day).toBe(expected);
  });

  it('returns 28 days for a report asked for at a viewing', () => {
    expect(answerBy({ ...none, kind: 'viewing-report', askedOn: '2026-12-01' }, TODAY).day).toBe('2026-12-29');
  });

  it('returns the typed day for a council', () => {
    expect(answerBy({ ...none, kind: 'council', askedOn: '2026-12-01', lastDay: '2026-12-08' }, TODAY).day).toBe(
      '2026-12-08',
    );
  });
});
