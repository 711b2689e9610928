import { expect, inject, it, vi } from 'vitest';
import { freePort } from '../../../../scripts/free-port.mjs';
import { urlOf } from '../../../../scripts/tables/database-url.ts';
import { connections, failNext, linked, read } from '../../../../test/fixtures/bank-connections.ts';
import { signedUpLandlord } from '../../../../test/fixtures/landlords.ts';
import { openBrowser } from '../../../../test/reading/browser.ts';
import { ownDatabase, query } from '../../../../test/servers/database.ts';
import { newDataFolder, startProgram } from '../../../../test/servers/program.ts';
import { sandboxAccount, sandboxBooks } from '../../../outside/bank/sandbox/portfolio.ts';
import type { DatabaseAddress } from '../../../server/db/roles.server.ts';
import { londonDay } from '../../../shared/dates.ts';

const DATA_FOLDER = newDataFolder();
/** The test takes two minutes on an idle machine. */
vi.setConfig({ testTimeout: 300_000 });
const TAKEOVER_TIMEOUT_MS = 240_000;
const soon = (check: () => Promise<void>, timeout = 30_000) => vi.waitFor(check, { timeout, interval: 100 });

/** `appUrl` is the site that several servers share. */
async function startOn(database: DatabaseAddress, appUrl?: string) {
  const port = String(await freePort());
  const { child, address, ended } = startProgram({
    DATABASE_URL: urlOf(database),
    SECRET: inject('database').secret,
    DATA_DIR: await DATA_FOLDER,
    PORT: port,
    ...(appUrl && { APP_URL: appUrl }),
  });
  const site = await address;
  return { child, ended, url: `http://127.0.0.1:${port}`, database, services: { appUrl: site } };
}

type Started = Awaited<ReturnType<typeof startOn>>;

/** Returns a browser with the same session at another server. */
function redirectedTo(server: Started, { cookies }: { cookies: Map<string, string> }) {
  const browser = openBrowser(server);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

it('finishes an import on another server without duplicates or losses, after a kill between two accounts', async () => {
  const database = await ownDatabase('killed');
  const first = await startOn(database);
  const owner = await signedUpLandlord({}, first);
  const { id, accounts } = await linked(owner, 'Harbour', 'harbour-rents', 'harbour-deposits');
  await failNext(accounts[1] ?? '', 'slow', first);
  await owner.post(`/api/bank-connections/${id}/confirm`, { accounts: accounts.map((account) => ({ id: account })) });
  // Syncs an account as the dialog does; the job may already have started with either account.
  await read(owner, accounts[0] ?? '');
  const states = () =>
    query(
      database,
      `select status, (select count(*)::int from transactions t where t.bank_account_id = f.bank_account_id) > 0 as filled
       from bank_feeds f order by id <> $1`,
      [accounts[0]],
    );
  const done = { status: 'imported', filled: true };
  await soon(async () => expect(await states()).toEqual([done, { status: 'importing', filled: false }]));

  const second = await startOn(database, first.services.appUrl);
  expect(await states()).toEqual([done, { status: 'importing', filled: false }]);
  first.child.kill('SIGKILL');
  await first.ended;
  await soon(async () => expect(await states()).toEqual([done, done]), TAKEOVER_TIMEOUT_MS);

  const [connection] = await connections(redirectedTo(second, owner));
  expect(connection).toMatchObject({ state: 'active', failure: null });
  expect(connection?.accounts.map(({ state, failure }) => [state, failure])).toEqual([
    ['imported', null],
    ['imported', null],
  ]);
  const stored = await query<{ key: string; day: Date; rows: string[] }>(
    database,
    `select b.value ->> 'key' as key, synced_at as day, array(
       select concat_ws(' ', date, (amount * 100)::bigint, external_id) from transactions t where t.bank_account_id = f.bank_account_id) as rows
     from bank_feeds f join app.sandbox_bank b on b.key = 'account/' || f.external_id`,
  );
  expect(stored.map(({ key }) => key).sort()).toEqual(['harbour-deposits', 'harbour-rents']);
  for (const { key, day, rows } of stored) expect(rows.sort()).toEqual(booked(key, londonDay(day)));
});

function booked(key: string, today: string): string[] {
  const found = sandboxAccount(key);
  if (!found) throw new Error(`The sandbox bank has no account ${key}.`);
  const { booked: entries } = sandboxBooks(found, { today });
  return entries.map(({ id, date, amount }) => `${date} ${amount} internal-${id}`).sort();
}
