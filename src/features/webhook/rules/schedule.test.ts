import { describe, expect, it } from 'vitest';
import { MAX_TRIES, outcomeOf } from './schedule.ts';

const now = new Date('2027-01-12T10:00:00Z');
const delayOf = (answer: { status?: number; retryAfter?: string }, tries: number, random = 0.5) => {
  const { next } = outcomeOf({ status: answer.status, retryAfter: answer.retryAfter }, { tries, now, random });
  return next && (next.getTime() - now.getTime()) / 1000;
};

describe('a delivery', () => {
  it('is tried after 5 s, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours, ten times in all', () => {
    const delays = Array.from({ length: MAX_TRIES }, (_, index) => delayOf({ status: 500 }, index + 1));
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, undefined]);
    expect([delayOf({ status: 500 }, 2, 0), delayOf({ status: 500 }, 2, 1)]).toEqual([270, 330]);
  });

  it('succeeds with 2xx only, and a redirect or silence is a failure', () => {
    const outcomes = [200, 204, 299, 300, 301, 404, 500, undefined].map((status) =>
      outcomeOf({ status, retryAfter: undefined }, { tries: 1, now, random: 0.5 }),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, false, false, false, false, false]);
    expect(outcomes.map(({ next }) => next !== undefined)).toEqual([false, false, false, true, true, true, true, true]);
  });

  it('is not tried again after 410', () => {
    expect(outcomeOf({ status: 410, retryAfter: undefined }, { tries: 1, now, random: 0.5 })).toEqual({
      ok: false,
      gone: true,
      next: undefined,
    });
  });

  it('waits for Retry-After of 429 and 503, at most a day', () => {
    expect(delayOf({ status: 429, retryAfter: '120' }, 1)).toBe(120);
    expect(delayOf({ status: 503, retryAfter: 'Tue, 12 Jan 2027 10:10:00 GMT' }, 1)).toBe(600);
    expect(delayOf({ status: 503, retryAfter: '999999' }, 1)).toBe(86_400);
    // The try is never earlier than scheduled.
    expect(delayOf({ status: 429, retryAfter: '1' }, 2)).toBe(300);
    expect(delayOf({ status: 429, retryAfter: 'soon' }, 1)).toBe(5);
    expect(delayOf({ status: 500, retryAfter: '120' }, 1)).toBe(5);
  });
});
