import { describe, expect, it } from 'vitest';
import { importAccount } from '../../../test/fixtures/imported.ts';
import { addedTransaction, type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { query } from '../../../test/servers/database.ts';
import { server } from '../../../test/servers/server.ts';
import { runOnBehalfOf } from '../../server/session/with-user.server.ts';
import { type ImportLine, type ImportTarget, importEntries } from './entries.server.ts';

const ask = (text: string, values: unknown[] = []) => query(server.database, text, values);

async function withAccount() {
  const owner = await landlord();
  return { owner, accountId: await importAccount(ask, owner) };
}

const line = (overrides: Partial<ImportLine> = {}): ImportLine => ({
  externalId: null,
  date: '2026-11-01',
  amount: -8_400,
  text: 'KIRKSTALL HTG GS-30417',
  reference: '',
  category: null,
  ...overrides,
});

function take(
  owner: Landlord,
  accountId: string,
  lines: ImportLine[],
  overrides: Partial<ImportTarget> = {},
  more: Parameters<typeof importEntries>[3] = {},
) {
  const target: ImportTarget = {
    accountId,
    provider: 'gocardless',
    kind: 'bank',
    from: '2026-10-01',
    to: '2026-12-31',
    ...overrides,
  };
  const { jobsPool: pool, clock } = server.services;
  return runOnBehalfOf(pool, { userId: owner.id, now: clock.now() }, (db) => importEntries(db, target, lines, more));
}

const FILE = { provider: 'file', kind: 'file' } as const;

const rowsOf = (owner: Landlord) =>
  ask(
    `select description, date::text, (amount * 100)::int as amount, type, category, source, refund, version from transactions
     where user_id = $1 order by id desc`,
    [owner.id],
  );

describe('lines of a bank', () => {
  it('become transactions, the last line of a day first', async () => {
    const { owner, accountId } = await withAccount();
    const lines = [
      line({ externalId: 'c', amount: 120_000, text: 'K MENSAH' }),
      line({ externalId: 'b', amount: 4_000, text: 'REFUND SCREWFIX' }),
      line({ externalId: 'a', date: '2026-10-31' }),
    ];
    expect(await take(owner, accountId, lines)).toMatchObject({ imported: 3, known: 0, asked: 0 });
    const common = { source: 'bank', version: 1 };
    expect(await rowsOf(owner)).toEqual([
      {
        ...common,
        description: 'K MENSAH',
        date: '2026-11-01',
        amount: 120_000,
        type: 'income',
        category: 'rent',
        refund: false,
      },
      {
        ...common,
        description: 'REFUND SCREWFIX',
        date: '2026-11-01',
        amount: 4_000,
        type: 'income',
        category: 'maintenance',
        refund: true,
      },
      {
        ...common,
        description: 'KIRKSTALL HTG GS-30417',
        date: '2026-10-31',
        amount: -8_400,
        type: 'expense',
        category: 'other',
        refund: false,
      },
    ]);
  });

  it('are imported once if repeated, concurrent or with the same id', async () => {
    const { owner, accountId } = await withAccount();
    const lines = [line({ externalId: 'a' }), line({ externalId: 'a' }), line({ externalId: 'b', text: 'OTHER' })];
    const outcomes = await Promise.all([take(owner, accountId, lines), take(owner, accountId, lines)]);
    expect(outcomes.map(({ imported }) => imported)).toEqual(expect.arrayContaining([0, 2]));
    const before = await ask(`select * from bank_entries where user_id = $1 order by id`, [owner.id]);
    expect(await take(owner, accountId, lines)).toEqual({ imported: 0, updated: 0, known: 2, asked: 0, offered: 0 });
    expect(await ask(`select * from bank_entries where user_id = $1 order by id`, [owner.id])).toEqual(before);
    expect(await rowsOf(owner)).toHaveLength(2);
  });

  it('are separate from lines of another landlord with the same ids', async () => {
    const [one, other] = [await withAccount(), await withAccount()];
    await take(one.owner, one.accountId, [line({ externalId: 'joint' })]);
    expect(await take(other.owner, other.accountId, [line({ externalId: 'joint' })])).toMatchObject({ imported: 1 });
    await expect(take(other.owner, one.accountId, [line()])).rejects.toMatchObject({ code: 'not_found' });
    expect(await rowsOf(one.owner)).toHaveLength(1);
  });

  it('are imported in batches in the order of the file, with progress', async () => {
    const { owner, accountId } = await withAccount();
    const lines = Array.from({ length: 10_001 }, (_, at) => line({ text: `LINE ${at}`, amount: -at - 1 }));
    const counts: number[] = [];
    await take(owner, accountId, lines, FILE, { progress: (done) => counts.push(done) });
    expect(counts).toEqual([5_000, 10_000, 10_001]);
    const rows = await rowsOf(owner);
    expect(rows.map(({ description }) => String(description))).toEqual(lines.map(({ text }) => text).reverse());
    expect(rows.every(({ description, amount }) => description === `LINE ${-Number(amount) - 1}`)).toBe(true);
  });

  it('update only fields that the landlord has not changed', async () => {
    const { owner, accountId } = await withAccount();
    await take(owner, accountId, [line({ externalId: 'a' }), line({ externalId: 'b' })]);
    await ask(
      `update transactions set description = 'Boiler', date = '2026-11-09', category = 'maintenance' where user_id = $1 and external_id = 'a'`,
      [owner.id],
    );
    const now = { date: '2026-11-02', amount: -8_500, text: 'KIRKSTALL HEATING' };
    const again = [line({ externalId: 'a', ...now }), line({ externalId: 'b', ...now })];
    expect(await take(owner, accountId, again)).toMatchObject({ imported: 0, updated: 2 });
    expect(await rowsOf(owner)).toEqual([
      expect.objectContaining({
        description: 'KIRKSTALL HEATING',
        date: '2026-11-02',
        amount: -8_500,
        category: 'other',
      }),
      expect.objectContaining({ description: 'Boiler', date: '2026-11-09', amount: -8_500, category: 'maintenance' }),
    ]);
  });

  it('are imported once with any text and any id', async () => {
    const { owner, accountId } = await withAccount();
    const lines = ['\0', `${'x'.repeat(199)}😀${'y'.repeat(400)}`, '\ud800'].map((text, at) =>
      line({ externalId: `${'9'.repeat(500 * at)}\0${at}`, text, reference: text }),
    );
    expect(await take(owner, accountId, lines)).toMatchObject({ imported: 3 });
    expect(await take(owner, accountId, lines)).toMatchObject({ imported: 0, updated: 0, known: 3 });
  });

  it('are not imported again after deletion', async () => {
    const { owner, accountId } = await withAccount();
    await take(owner, accountId, [line({ externalId: 'a' })]);
    await ask('delete from transactions where user_id = $1', [owner.id]);
    expect(await take(owner, accountId, [line({ externalId: 'a' })])).toMatchObject({ imported: 0, known: 1 });
    expect(await take(owner, accountId, [line()], FILE)).toMatchObject({ imported: 0, known: 1 });
  });
});

describe('lines of a file', () => {
  it('match lines of the bank in either order, and are imported anyway on request', async () => {
    const { owner, accountId } = await withAccount();
    await take(owner, accountId, [line({ externalId: 'a' })]);
    expect(await take(owner, accountId, [line({ line: 2 }), line({ line: 3 })], FILE)).toMatchObject({
      known: 1,
      imported: 1,
    });
    expect(await take(owner, accountId, [line({ externalId: 'a' }), line({ externalId: 'b' })])).toMatchObject({
      known: 2,
      imported: 0,
    });
    expect(await take(owner, accountId, [line({ line: 2 })], FILE, { anyway: new Set([2]) })).toMatchObject({
      imported: 1,
    });
    expect(await rowsOf(owner)).toHaveLength(3);
  });

  it('are left to the landlord once if they may be either of two bank lines', async () => {
    const { owner, accountId } = await withAccount();
    await take(owner, accountId, [line({ externalId: 'a' }), line({ externalId: 'b', date: '2026-11-03' })]);
    const between = line({ date: '2026-11-02' });
    expect(await take(owner, accountId, [between], FILE)).toMatchObject({ asked: 1, imported: 0 });
    expect(await take(owner, accountId, [between], FILE)).toMatchObject({ asked: 0, known: 1 });
    const [entry] = await ask(
      `select cardinality(candidates) as among from bank_entries where user_id = $1 and state = 'asked'`,
      [owner.id],
    );
    expect(entry).toEqual({ among: 2 });
  });
});

it('suggests a transaction by hand as a duplicate once, and still imports the line', async () => {
  const { owner, accountId } = await withAccount();
  const bill = await addedTransaction(owner, { amount: -8_400, date: '2026-10-30' });
  await addedTransaction(owner, { amount: -8_400, date: '2026-10-27' });
  const lines = [line({ externalId: 'a' }), line({ externalId: 'b' })];
  expect(await take(owner, accountId, lines)).toMatchObject({ imported: 2, offered: 1 });
  expect(await take(owner, accountId, lines)).toMatchObject({ imported: 0, offered: 0 });
  const suggestions = await ask('select kept_id, state from duplicate_suggestions where user_id = $1', [owner.id]);
  expect(suggestions).toEqual([{ kept_id: bill.id, state: 'offered' }]);
});
