/** Replays months of six landlords. Correct answers, written by hand, are posted before the next row is matched. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../test/fixtures/matching.ts';
import { addDays, addMonths, daysBetween } from '../../../shared/dates.ts';
import { payersOf } from './payer.ts';
import type { LettingAgent, OpenTenancy, Payer, Proposal } from './proposal.ts';
import { proposeFor } from './score.ts';

/**
 * A tenancy id, gross rents by tenancy id, 'same:' or 'bounced:' with an id, 'none' for no rent, or 'nothing' for
 * neither rent nor proposals.
 */
type Answer = string | Record<string, number>;
type GoldenRow = {
  id: string;
  date: string;
  amount: number;
  text: string;
  reference: string;
  account: string;
  answer: Answer;
};
type GoldenTenancy = Pick<OpenTenancy, 'id' | 'names' | 'address' | 'city' | 'rent' | 'deposit' | 'start'> & {
  guarantor?: string;
  agent?: LettingAgent | null;
  /** Day of the month, by default the first. */
  dueDay?: number;
  firstCharge?: string;
  lastCharge?: string;
  /** Payments by date, pence and text, such as '2026-08-01 65000 C FRASER RENT', newest first. */
  paid?: string[];
};
type Portfolio = {
  about: string;
  tenancies: GoldenTenancy[];
  payers: Omit<Payer, 'text'>[];
  byHand: { id: string; tenancyId: string; date: string; amount: number; account: string | null }[];
  runs: {
    day: string;
    rows: [
      id: string,
      date: string,
      amount: number,
      text: string,
      reference: string,
      account: string,
      answer: Answer,
    ][];
  }[];
};
type Judged = GoldenRow & { proposals: Proposal[]; accepted: Map<string, string[]> };

const folder = join(import.meta.dirname, 'golden');
const portfolios = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Portfolio);

function ledgerOf({
  paid = [],
  dueDay = 1,
  firstCharge = '2026-09-01',
  lastCharge,
  agent = null,
  guarantor = '',
  ...tenancy
}: GoldenTenancy) {
  const charges: { id: string; due: string; left: number }[] = [];
  const payments = paid.map((line, at): OpenTenancy['paid'][number] => {
    const [date = '', amount = '', ...text] = line.split(' ');
    const id = `${tenancy.id}-${at}`;
    return { id, date, amount: Number(amount), text: text.join(' '), rowId: `row-${id}`, accountId: 'main' };
  });
  return {
    payments,
    chargeUntil(day: string) {
      for (let due = charges.at(-1)?.due ?? addMonths(firstCharge, -1); ; ) {
        due = `${addMonths(due, 1).slice(0, 8)}${String(dueDay).padStart(2, '0')}`;
        if (due > day || (lastCharge && due > lastCharge)) return;
        charges.push({ id: `${tenancy.id} ${due}`, due, left: tenancy.rent });
      }
    },
    pay(payment: OpenTenancy['paid'][number]) {
      payments.unshift(payment);
      payments.sort((one, other) => other.date.localeCompare(one.date));
      const exact = charges.find(
        ({ due, left }) => left === payment.amount && Math.abs(daysBetween(due, payment.date)) <= 20,
      );
      let rest = payment.amount;
      for (const charge of exact ? [exact] : charges) {
        const part = Math.min(rest, charge.left);
        charge.left -= part;
        rest -= part;
      }
    },
    bounce(amount: number) {
      const charge = charges.findLast(({ left }) => left === 0);
      if (charge) charge.left = -amount;
    },
    open: (): OpenTenancy => ({
      ...tenancy,
      agent,
      guarantor,
      period: 30,
      begins: null,
      owed: charges.filter(({ left }) => left > 0).map((charge) => ({ ...charge })),
      paid: payments.map((payment) => ({ ...payment })),
    }),
  };
}

function replay({ tenancies, payers, byHand, runs }: Portfolio): Judged[] {
  const ledgers = new Map(tenancies.map((tenancy) => [tenancy.id, ledgerOf(tenancy)]));
  const recorded = new Set<string>();
  return runs.flatMap(({ day, rows: lines }) => {
    const rows = lines.map(
      ([id, date, amount, text, reference, account, answer]): GoldenRow => ({
        id,
        date,
        amount,
        text,
        reference,
        account,
        answer,
      }),
    );
    for (const ledger of ledgers.values()) ledger.chargeUntil(addDays(day, 35));
    for (const { id, tenancyId, date, amount, account } of byHand)
      if (date <= day && !recorded.has(id)) {
        recorded.add(id);
        ledgers.get(tenancyId)?.pay({ id, date, amount, text: '', rowId: null, accountId: account });
      }
    const given = lines.map(([id, date, amount, text, reference, accountId]) => ({
      id,
      date,
      amount,
      text,
      reference,
      accountId,
    }));
    const open = [...ledgers.values()].map((ledger) => ledger.open());
    const learnt = [...payers.map((payer) => ({ ...payer, text: payer.words })), ...payersOf(open)];
    const accepted = new Map(
      open.map(({ id, paid }) => [
        id,
        [...paid, ...learnt.filter(({ tenancyId }) => tenancyId === id)].map(({ text }) => text),
      ]),
    );
    const found = finish(
      proposeFor(given, { tenancies: open, payers: learnt, dismissed: [], declined: [], landlord: '' }),
    );
    for (const row of rows) {
      const { id, date, text, reference, account, answer } = row;
      const [verb = '', of = ''] = typeof answer === 'string' ? answer.split(':') : [];
      if (verb === 'bounced') ledgers.get(of)?.bounce(row.amount);
      for (const { payments } of ledgers.values())
        for (const payment of payments)
          if (verb === 'same' && payment.id === of) Object.assign(payment, { rowId: id, text: `${text} ${reference}` });
      for (const [tenancyId, amount] of Object.entries(rentOf(row)))
        ledgers.get(tenancyId)?.pay({
          id: `p-${id}-${tenancyId}`,
          date,
          amount,
          text: `${text} ${reference}`,
          rowId: id,
          accountId: account,
        });
    }
    return rows.map((row) => ({ ...row, proposals: found.get(row.id) ?? [], accepted }));
  });
}

function rentOf({ answer, amount }: GoldenRow): Record<string, number> {
  if (typeof answer !== 'string') return answer;
  return /^(none|nothing|same:.*|bounced:.*)$/.test(answer) ? {} : { [answer]: amount };
}

function isRight(proposal: Proposal, row: GoldenRow): boolean {
  if (proposal.kind === 'same-payment') return row.answer === `same:${proposal.paymentId}`;
  const given: Record<string, number> = {};
  for (const { tenancyId, amount } of proposal.parts) given[tenancyId] = (given[tenancyId] ?? 0) + amount;
  const right = Object.entries(rentOf(row));
  return Object.keys(given).length === right.length && right.every(([id, amount]) => given[id] === amount);
}

const isRent = (row: GoldenRow) =>
  Object.keys(rentOf(row)).length > 0 || (typeof row.answer === 'string' && row.answer.startsWith('same:'));
const label = ({ id, text, reference, answer, proposals }: Judged) =>
  `${id} ${text} ${reference}: ${JSON.stringify(answer)}; proposed ${
    proposals
      .map(
        (one) =>
          `${one.kind} ${one.tenancyIds.join('+')} ${one.score}${one.certain ? '!' : ''} (${one.reasons.join(' · ')})`,
      )
      .join(' | ') || '-'
  }`;

describe('golden rows', () => {
  const judged = portfolios.flatMap(replay);
  const certain = judged.filter(({ proposals }) => proposals.some((one) => one.certain));
  const rents = judged.filter(isRent);
  const percent = (some: number, all: number) => `${((100 * some) / all).toFixed(1)} %`;

  it('are certain only if correct, and certain for 93% of rents', () => {
    const wrong = certain.filter((row) => !row.proposals.every((one) => !one.certain || isRight(one, row)));
    const found = rents.filter((row) => row.proposals.some((one) => one.certain && isRight(one, row)));
    const shown = rents.filter((row) => row.proposals.some((one) => isRight(one, row)));
    console.info(
      `${judged.length} rows, ${rents.length} rents: precision ${percent(certain.length - wrong.length, certain.length)}, ` +
        `recall ${percent(found.length, rents.length)}, shown ${percent(shown.length, rents.length)}`,
    );
    expect(judged).toHaveLength(210);
    expect(wrong.map(label)).toEqual([]);
    expect(found.length / rents.length).toBeGreaterThanOrEqual(0.93);
  });

  it('rank the tenancy first whose address they name', () => {
    const named = judged.filter(({ id }) => /^f\d/.test(id));
    expect(named).toHaveLength(10);
    const wrong = named.filter(({ answer, proposals: [first] }) => first?.tenancyIds.join() !== answer);
    expect(wrong.map(label)).toEqual([]);
  });

  it('mention an earlier payment only if its text was accepted for the tenancy', () => {
    const before = judged.flatMap((row) =>
      row.proposals.flatMap(({ tenancyIds, reasons }) =>
        reasons.flatMap((reason) => {
          const text = /(?:paid by|reference) (.+?)(?:,| before| as | so far|$)/.exec(reason)?.[1];
          return text ? [{ row, text, accepted: tenancyIds.flatMap((id) => row.accepted.get(id) ?? []) }] : [];
        }),
      ),
    );
    const isIn = (text: string) => (one: string) => one.toUpperCase().replace(/\s+/g, ' ').includes(text);
    expect(before.length).toBeGreaterThan(60);
    expect(before.filter(({ text, accepted }) => !accepted.some(isIn(text))).map(({ row }) => label(row))).toEqual([]);
  });

  it('are never proposed as rent for other income and expenses', () => {
    const refused = judged.filter(({ answer, amount }) => answer === 'nothing' || amount < 0);
    expect(refused.length).toBeGreaterThan(40);
    expect(refused.filter(({ proposals }) => proposals.length > 0).map(label)).toEqual([]);
  });

  it('have at most three choices, whose parts less fees add up to the row', () => {
    const wrong = judged.filter(
      ({ amount, proposals }) =>
        proposals.length > 3 ||
        proposals.some(({ parts }) => parts.reduce((sum, part) => sum + part.amount - part.fee, 0) !== amount),
    );
    expect(wrong.map(label)).toEqual([]);
  });
});
