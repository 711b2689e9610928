import { readdirSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { manyTransactions, rowsInDatabase } from '../../../test/fixtures/exported.ts';
import { csvRows } from '../../../test/fixtures/exported-file.ts';
import { type Landlord, landlord } from '../../../test/fixtures/landlords.ts';
import { begunDownload, holding, openTransactions } from '../../../test/reading/downloads.ts';
import { privateDatabase, query } from '../../../test/servers/database.ts';
import { startServer, type TestServer } from '../../../test/servers/start-server.ts';
import type { AppEnv } from '../../server/services.server.ts';
import { TransactionListFilter } from '../transaction/transaction.ts';
import { readRows } from './rows.server.ts';

const { address: database, drop } = await privateDatabase('exports');
const timeoutMs = { timeout: 20_000, interval: 50 };
const TOO_MANY = '429 too_many_attempts';
const CSV = '/api/transactions/export?format=csv';
const FEW = `${CSV}&q=nowhere`;
const COUNT = 5000;

const server = await startServer({ database });
afterAll(async () => {
  await server.stop();
  await drop();
});

let ada: Landlord;
beforeAll(async () => {
  // Large rows: 25 million bytes in total.
  await query(database, 'alter table bank_accounts drop constraint bank_accounts_name_check');
  ada = await landlordWithMuch();
});

/** More rows than the network buffers and than two batches. */
async function landlordWithMuch(on: TestServer = server): Promise<Landlord> {
  const person = await landlord({}, on);
  await manyTransactions(database, person, { count: COUNT, account: 'x'.repeat(5000) });
  return person;
}

const begun = (person: Landlord, on: TestServer = server) => begunDownload(person, CSV, on);

/** The size only, so that a failed test does not print 25 MB. */
const sizeOf = async (answer: IncomingMessage) => (await buffer(answer)).length;

describe('a slow client', () => {
  it('receives everything without an open transaction or a leftover file', async () => {
    const answer = await begun(ada);
    expect([answer.statusCode, answer.headers['x-row-count']]).toEqual([200, String(COUNT)]);
    await vi.waitFor(async () => expect(await openTransactions(database)).toEqual([]), timeoutMs);
    expect(readdirSync(join(server.dataFolder, 'exports'))).toEqual([]);

    const again = await ada.get(FEW);
    expect(again.outcome).toBe(TOO_MANY);
    expect(again.text).toContain('You are already exporting. Wait for that to finish, or stop it.');
    const bob = await landlord({}, server);
    expect((await bob.get(FEW)).outcome).toBe('served');

    // Deleted after reading, before sending: the file contains the rows from its start.
    const before = await rowsInDatabase(database, ada);
    await query(database, `delete from transactions where user_id = $1 and description like 'Expense 49%'`, [ada.id]);
    expect(csvRows(await buffer(answer))).toEqual(before);
    await vi.waitFor(async () => expect((await ada.get(FEW)).outcome).toBe('served'), timeoutMs);
  });
});

describe('a client that disconnects', () => {
  it('stops the export before an Excel file is ready', async () => {
    const leaving = new AbortController();
    const headers = { cookie: ada.cookieHeader(), 'x-forwarded-for': ada.address };
    const path = '/api/transactions/export?format=xlsx';
    const waiting = `select from pg_locks where relation = 'public.transactions'::regclass and not granted`;
    await holding(database, 'lock table public.transactions in access exclusive mode', async () => {
      const gone = fetch(`${server.url}${path}`, { headers, signal: leaving.signal });
      await vi.waitFor(async () => expect(await query(database, waiting)).toHaveLength(1), timeoutMs);
      expect((await ada.get(FEW)).outcome).toBe(TOO_MANY);
      leaving.abort();
      await expect(gone).rejects.toThrow('aborted');
    });
    await vi.waitFor(async () => expect((await ada.get(FEW)).outcome).toBe('served'), timeoutMs);
    await vi.waitFor(async () => expect(await openTransactions(database)).toEqual([]), timeoutMs);
  });
});

describe('an export that fails', () => {
  it('aborts the response if a batch cannot be read', async () => {
    const eve = await landlordWithMuch();
    await query(
      database,
      `create function public.trap(description text) returns boolean language plpgsql as $$
       begin if description = 'Expense 5000' then raise 'This row cannot be read'; end if; return true; end $$;
       create policy trap on public.transactions as restrictive using (public.trap(description))`,
    );
    try {
      await expect(begun(eve).then(sizeOf)).rejects.toThrow(/aborted|hang up/);
    } finally {
      await query(database, 'drop policy trap on public.transactions; drop function public.trap');
    }
    expect((await eve.get(FEW)).outcome).toBe('served');
    await vi.waitFor(async () => expect(await openTransactions(database)).toEqual([]), timeoutMs);
  });

  it('aborts when its session ends', async () => {
    const eve = await landlordWithMuch();
    const answer = await begun(eve);
    expect(answer.statusCode).toBe(200);
    expect((await eve.post('/api/auth/sign-out')).outcome).toBe('served');
    await expect(sizeOf(answer)).rejects.toThrow('aborted');
    await vi.waitFor(async () => expect(await openTransactions(database)).toEqual([]), timeoutMs);
  });
});

describe('rows that change during an export', () => {
  it('are exported as of its start', async () => {
    const eve = await landlord({}, server);
    await manyTransactions(database, eve, { count: 5000 });
    const before = await rowsInDatabase(database, eve);
    const read: string[] = [];
    let counted = 0;
    const changes = [
      // Moves rows between the read and unread parts, adds one and deletes one.
      `update transactions set date = '1990-01-01' where user_id = $1 and description = 'Expense 1'`,
      `update transactions set date = '2026-11-22' where user_id = $1 and description = 'Expense 4999'`,
      `insert into transactions (user_id, date, description, category, type, amount)
       values ($1, '1990-01-02', 'Late', 'other', 'expense', -1)`,
      `delete from transactions where user_id = $1 and description = 'Expense 4998'`,
    ];
    const probe = new Hono<AppEnv>().get('/', async (c) => {
      c.set('need', 'money.see');
      const { signal } = new AbortController();
      await readRows(
        { services: server.services, c, filter: TransactionListFilter.parse({}), about: [], signal },
        {
          begin: (count) => {
            counted = count;
          },
          take: async (batch) => {
            read.push(...batch.map(({ date, description }) => `${date} ${description}`));
            for (const change of changes.splice(0)) await query(database, change, [eve.id]);
          },
        },
      );
      return c.text('Read');
    });
    expect((await probe.request('/', { headers: { cookie: eve.cookieHeader() } })).status).toBe(200);
    expect(changes).toEqual([]);
    expect(read).toEqual(before.map(([date, description]) => `${date} ${description}`));
    expect(counted).toBe(before.length);
    expect(await rowsInDatabase(database, eve)).not.toEqual(before);
  });
});
