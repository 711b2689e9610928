/** Bank rows and tenancies for the tests of matching. */
import type { Known } from '../src/features/reconcile/score/candidates.ts';
import type { BankRow, OpenTenancy } from '../src/features/reconcile/score/proposal.ts';
import { proposeFor } from '../src/features/reconcile/score/score.ts';

export const row = (date: string, amount: number, text: string, given: Partial<BankRow> = {}): BankRow => ({
  id: `${date} ${text}`,
  date,
  amount,
  text,
  reference: '',
  accountId: 'main',
  ...given,
});

/** Payments that came by bank, newest first: `2026-10-01 89500 J PATEL RENT OCT`. */
export const byBank = (...lines: string[]): OpenTenancy['paid'] =>
  lines.map((line) => {
    const [date = '', amount = '', ...text] = line.split(' ');
    return { id: line, date, amount: Number(amount), text: text.join(' '), rowId: line, accountId: 'main' };
  });

export const byHand = (date: string, amount: number, accountId: string | null = null) => ({
  id: 'by hand',
  date,
  amount,
  text: '',
  rowId: null,
  accountId,
});

export const patel = (given: Partial<OpenTenancy> = {}): OpenTenancy => ({
  id: 'patel',
  names: ['Jayesh Patel'],
  guarantor: '',
  address: 'Flat 2, 58 Narborough Road',
  city: 'Leicester',
  rent: 89_500,
  owed: [
    { id: 'nov', due: '2026-11-01', left: 89_500 },
    { id: 'dec', due: '2026-12-01', left: 89_500 },
  ],
  paid: byBank('2026-10-01 89500 J PATEL RENT OCT', '2026-09-01 89500 J PATEL RENT SEP'),
  agent: null,
  deposit: 103_000,
  start: '2024-03-01',
  period: 30,
  begins: null,
  ...given,
});

/** Someone of another name and home whose rent is the same. */
export const another = (id: string, name: string, given: Partial<OpenTenancy> = {}) =>
  patel({ id, names: [name], address: `${id.length} Mill Lane`, paid: [], ...given });

/** All steps of a calculation at once. */
export function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

export function propose(rows: BankRow[], tenancies: OpenTenancy[], given: Partial<Known> = {}) {
  const found = finish(
    proposeFor(rows, { tenancies, payers: [], dismissed: [], declined: [], landlord: '', ...given }),
  );
  return rows.map(({ id }) => found.get(id) ?? []);
}

/** The likeliest proposal of one row. */
export function best(one: BankRow, tenancies: OpenTenancy[], given: Partial<Known> = {}) {
  return propose([one], tenancies, given)[0]?.[0];
}

export const sharers = patel({
  names: ['Callum Fraser', 'Mei Chow'],
  rent: 130_000,
  paid: [],
  guarantor: 'Fiona Lennox',
});
export const owes = (left: number) => [{ id: 'nov', due: '2026-11-01', left }];
