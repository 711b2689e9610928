import { expect, inject, it } from 'vitest';
import { urlOf } from '../../../../scripts/tables/database-url.ts';
import { landlord, listedProperties, listedTransactions, signedInAgain } from '../../../../test/fixtures/landlords.ts';
import {
  type Params,
  plainSummary,
  plainTotals,
  plainTransactions,
} from '../../../../test/fixtures/plain-transactions.ts';
import { DESCRIPTIONS, operate, STREETS } from '../../../../test/fixtures/random-finance.ts';
import type { Address, Browser } from '../../../../test/reading/browser.ts';
import { newDataFolder, startProgram } from '../../../../test/servers/program.ts';
import { server } from '../../../../test/servers/server.ts';
import { londonDay } from '../../../shared/dates.ts';
import { CATEGORIES, STATUSES, TRANSACTION_LIST } from '../listed.ts';
import { FinanceSummary, TransactionTotals } from '../transaction.ts';

const SEED = 20_261_121;
const OPERATIONS = 10_000;
const CONCURRENCY = 8;

const filters = (homes: string[]): Params[] => [
  {},
  ...STATUSES.map((status) => ({ status })),
  ...[...CATEGORIES, 'tax,rent'].map((category) => ({ category })),
  ...['none', ...homes].map((propertyId) => ({ propertyId })),
  { propertyId: 'none', status: 'overdue', category: 'other' },
  ...['', 'none'].map((propertyId) => ({ from: '2026-09-01', to: '2026-11-10', ...(propertyId && { propertyId }) })),
  { from: '2026-10-15', category: 'tax,rent', status: 'completed' },
  ...[...DESCRIPTIONS, ...STREETS, 'nowhere'].map((q) => ({ q: q.toUpperCase() })),
];

async function walked(ada: Pick<Browser, 'get'>, sort: string): Promise<string[]> {
  const all: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const { items, nextCursor } = await listedTransactions(ada, `?limit=100&sort=${sort}${from}`);
    all.push(...items.map(({ id }) => id));
    cursor = nextCursor;
  }
  return all;
}

async function ownProcess(): Promise<Address> {
  const { secret } = inject('database');
  const env = {
    DATABASE_URL: urlOf(server.database),
    SECRET: secret,
    TRUST_PROXY: '1',
    DATA_DIR: await newDataFolder(),
  };
  const url = await startProgram(env).address;
  return { url, services: { appUrl: url } };
}

it(`keeps cards and totals exact during ${OPERATIONS} random operations of two processes (seed ${SEED}; S2.1.5, S2.4.12, S2.4.13, S2.4.14)`, async () => {
  const processes = await Promise.all([ownProcess(), ownProcess()]);
  const owners = await Promise.all(
    ['Ada', 'Bob'].map(async (name) => {
      const owner = await landlord({ name });
      const browsers = await Promise.all(processes.map((one) => signedInAgain(owner, one)));
      return { owner, browsers };
    }),
  );
  // All figures are checked after each quarter, while no operation runs.
  for (let quarter = 0; quarter < 4; quarter++) {
    const lanes = Array.from({ length: CONCURRENCY }, (_, lane) => {
      const { owner, browsers } = picked(owners, lane < 2 ? 1 : 0);
      const times = OPERATIONS / 4 / CONCURRENCY;
      return operate(
        { owner, browser: picked(browsers, lane % 2) },
        { seed: SEED + quarter * CONCURRENCY + lane, times },
      );
    });
    const outcomes = (await Promise.all(lanes)).flatMap((counts) => Object.keys(counts));
    expect(outcomes.filter((outcome) => !EXPECTED.includes(outcome))).toEqual([]);
    for (const { owner, browsers } of owners) {
      const wanted = plainSummary(
        await plainTransactions(owner),
        (await plainTransactions(owner, { category: 'personal' })).length,
        londonDay(server.services.clock.now()),
      );
      for (const browser of browsers) {
        expect((await browser.get('/api/transactions/summary')).as(FinanceSummary)).toEqual(wanted);
      }
    }
  }
  for (const { owner, browsers } of owners) {
    const homes = (await listedProperties(owner, '?limit=5')).items.map(({ id }) => id);
    for (const [index, asked] of filters(homes).entries()) {
      const answer = await picked(browsers, index % 2).get(`/api/transactions/totals?${new URLSearchParams(asked)}`);
      const wanted = plainTotals(await plainTransactions(owner, asked));
      expect([asked, answer.as(TransactionTotals)]).toMatchObject([asked, wanted]);
    }
    for (const [index, sort] of Object.keys(TRANSACTION_LIST.sorts).entries()) {
      const wanted = await plainTransactions(owner, { sort });
      expect(await walked(picked(browsers, index % 2), sort)).toEqual(wanted.map(({ id }) => id));
    }
  }
}, 1_800_000);

function picked<T>(from: readonly T[], index: number): T {
  const one = from[index];
  if (one === undefined) throw new Error(`There is no number ${index}`);
  return one;
}

/** Expected outcomes, including those of lost races. */
const EXPECTED = ['served', '404 not_found', '409 conflict', '422 invalid_input'];
