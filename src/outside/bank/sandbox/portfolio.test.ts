import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../../../shared/dates.ts';
import { SANDBOX_INSTITUTIONS, type SandboxEntry, sandboxAccount, sandboxBooks } from './portfolio.ts';

const TODAY = '2026-11-20';
const accountOf = (key: string) => {
  const account = sandboxAccount(key);
  if (!account) throw new Error(`There is no account ${key}.`);
  return account;
};
const books = (key: string, today = TODAY) => sandboxBooks(accountOf(key), { today });
const textOf = ({ party, text, amount }: SandboxEntry) => `${party} ${text} ${amount}`;

describe('the books of the sandbox bank', () => {
  const keys = SANDBOX_INSTITUTIONS.flatMap(({ accounts }) => accounts.map(({ key }) => key));

  it.each(keys)('of %s are the same a month later and have unique ids', (key) => {
    const later = new Map(books(key, addDays(TODAY, 30)).booked.map((entry) => [entry.id, entry]));
    const stable = books(key).booked.filter(({ id }) => later.has(id));
    expect(stable.length).toBeGreaterThan(0);
    expect(stable).toEqual(stable.map(({ id }) => later.get(id)));
    const ids = books(key).booked.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('cover the bank’s history up to yesterday, newest first', () => {
    const days = books('harbour-own').booked.map(({ date }) => date);
    expect(days.toSorted().toReversed()).toEqual(days);
    expect(days[0]).toBe(addDays(TODAY, -1));
    expect(days.at(-1)).toBe(addDays(TODAY, -730));
    expect(daysBetween(books('penny-business').booked.at(-1)?.date ?? '', TODAY)).toBeLessThanOrEqual(90);
    const some = sandboxBooks(accountOf('harbour-own'), { today: TODAY, from: '2026-11-10', to: '2026-11-12' }).booked;
    expect(new Set(some.map(({ date }) => date))).toEqual(new Set(['2026-11-10', '2026-11-11', '2026-11-12']));
  });

  it('book today’s pending entries tomorrow and add them to the balance', () => {
    const today = books('harbour-own');
    const tomorrow = books('harbour-own', addDays(TODAY, 1));
    expect(today.pending.length).toBeGreaterThan(0);
    expect(tomorrow.booked.filter(({ date }) => date === TODAY)).toEqual(today.pending);
    const dropped = books('harbour-own').booked.filter(({ date }) => date === addDays(TODAY, -730));
    const sum = (entries: SandboxEntry[]) => entries.reduce((total, { amount }) => total + amount, 0);
    expect(tomorrow.balance).toBe(today.balance + sum(today.pending) - sum(dropped));
  });

  it('contain rents, equal and partial ones, benefit every four weeks, costs, refunds and both sides of transfers', () => {
    const { booked } = books('harbour-rents');
    const of = (part: string) => booked.filter((entry) => textOf(entry).includes(part));
    const rooms = of('ROOM RENT').filter(({ date }) => date === '2026-11-02');
    expect([rooms.length, new Set(rooms.map(textOf)).size]).toEqual([2, 1]);
    expect(
      of('E TENANT')
        .map(({ date }) => date.slice(8))
        .slice(0, 2),
    ).toEqual(['17', '03']);
    const benefit = of('COUNCIL').map(({ date }) => date);
    expect(benefit.slice(1).every((date, place) => daysBetween(date, benefit[place] ?? '') === 28)).toBe(true);
    for (const cost of ['MORTGAGES', 'INSURANCE', 'PLUMBING']) expect(of(cost)[0]?.amount).toBeLessThan(0);
    expect(new Set(of('NET RENT').map(({ amount }) => amount)).size).toBeGreaterThan(5);
    expect(of('CARD REFUND').every(({ amount }) => amount > 0)).toBe(true);
    expect(of('CARD REFUND').length).toBeGreaterThan(0);
    const out = of('TRANSFER TO DEPOSITS').map(({ date, amount }) => [date, -amount]);
    const saved = books('harbour-deposits').booked.filter(({ text }) => text.startsWith('TRANSFER FROM'));
    expect(saved.map(({ date, amount }) => [date, amount])).toEqual(out);
  });
});
