import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { listedBankAccounts, newBankAccount } from '../../../test/fixtures/bank-accounts.ts';
import { landlord, signedUpLandlord } from '../../../test/fixtures/landlords.ts';
import { runJob } from '../../../test/reading/jobs.ts';
import { asRole, privateDatabase, query } from '../../../test/servers/database.ts';
import { server as fileServer } from '../../../test/servers/server.ts';
import { startSmtpServer } from '../../../test/servers/smtp-server.ts';
import { startServer } from '../../../test/servers/start-server.ts';
import { systemClock } from '../../outside/clock.ts';
import { openPool } from '../../server/db/pools.server.ts';
import { accountJobs, CLEAR_EXPIRED, SEND_EMAIL } from './jobs.server.ts';

const timeoutMs = { timeout: 20_000, interval: 50 };

const { address, drop } = await privateDatabase('emails');
const office = await startSmtpServer();
const server = await startServer({
  database: address,
  env: { SMTP_URL: office.url, MAIL_FROM: 'Tenure <mail@tenure.example>' },
});
afterAll(async () => {
  await server.stop();
  await office.close();
  await drop();
});

describe('emails of a server with SMTP_URL', () => {
  it('are sent to the mail server and not to the outbox', async () => {
    const ada = await signedUpLandlord({}, server);
    await vi.waitFor(() => expect(office.received.map(({ to }) => to)).toContainEqual([ada.email]), timeoutMs);
    const email = office.received.at(-1);
    expect(email?.text).toContain('Your 7-day free trial has started.');
    expect(email?.html).toContain('Your 7-day free trial has started.');
    expect(server.services.outbox).toBeUndefined();
    expect((await ada.get('/outbox')).status).toBe(404);
  });

  it('are retried while the mail server refuses them', async () => {
    office.refuse('The post office is closed');
    const ada = await signedUpLandlord({}, server);
    const waiting = () => query(address, `select from pgboss.job where name = 'send-email' and state = 'retry'`);
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), timeoutMs);
    expect(office.received.map(({ to }) => to)).not.toContainEqual([ada.email]);
    office.refuse(undefined);
    await query(address, `update pgboss.job set start_after = now() where state = 'retry'`);
    await vi.waitFor(() => expect(office.received.map(({ to }) => to)).toContainEqual([ada.email]), timeoutMs);
  });
});

const unused = () => {
  throw new Error('This job sends nothing.');
};

it('deletes only expired sessions, tokens, pending addresses, idempotency keys and sample accounts', async () => {
  const { database } = fileServer;
  const [ada, bob] = [await landlord(), await landlord()];
  const [over, running] = [randomUUID(), randomUUID()];
  await query(database, `update auth.sessions set expires_at = app.instant() where user_id = $1`, [bob.personId]);
  await query(
    database,
    `insert into auth.verifications (identifier, value, expires_at, created_at, updated_at)
     values ($1, 'x', app.instant(), app.instant(), app.instant()), ($2, 'x', app.instant() + interval '1 minute', app.instant(), app.instant())`,
    [over, running],
  );
  await query(
    database,
    `insert into auth.email_changes (user_id, email, token_hash, created_at, expires_at)
     select id, 'new@tenure.example', id, app.instant(), case when id = $1 then app.instant() + interval '1 minute' else app.instant() end
     from unnest(array[$1, $2]::uuid[]) id`,
    [ada.personId, bob.personId],
  );
  const add = (key: string) =>
    ada.post('/api/bank-accounts', newBankAccount(), { headers: { 'idempotency-key': key } });
  for (const key of [over, running]) await add(key);
  await query(
    database,
    `update app.idempotency_keys set added_at = app.instant() - interval '30 days' + case when key = $1 then interval '0' else interval '1 minute' end
     where user_id = $2`,
    [over, ada.id],
  );
  for (const each of [ada, bob]) await each.post('/api/sample');
  await query(database, `update profiles set trial_end_date = app.instant() where owner_id = $1 and sample`, [
    bob.personId,
  ]);
  const log = pino({ level: 'silent' });
  const authPool = openPool({ address: asRole(database, 'auth'), name: 'auth', max: 1, log });
  try {
    const { jobsPool: pool } = fileServer.services;
    await runJob(
      accountJobs({ mail: { send: unused }, send: unused, appUrl: '', pool, authPool, clock: systemClock }),
      CLEAR_EXPIRED,
    );
  } finally {
    await authPool.end();
  }
  const left = async (column: string, table: string, values: string[]) =>
    (
      await query<{ value: string }>(
        database,
        `select ${column}::text as value from auth.${table} where ${column}::text = any($1)`,
        [values],
      )
    ).map(({ value }) => value);
  await ada.post('/api/accounts/switch', { id: ada.id });
  for (const key of [over, running]) await add(key);
  const both = [ada.personId, bob.personId];
  const samples = await query(database, 'select owner_id from profiles where sample and owner_id = any($1)', [both]);
  expect(samples).toEqual([{ owner_id: ada.personId }]);
  expect((await listedBankAccounts(ada)).total).toBe(3);
  expect(await left('user_id', 'sessions', both)).toEqual([ada.personId]);
  expect(await left('identifier', 'verifications', [over, running])).toEqual([running]);
  expect(await left('user_id', 'email_changes', both)).toEqual([ada.personId]);
  expect((await left('id', 'users', both)).sort()).toEqual(both.sort());
});

it('fails a job with an invalid payload', async () => {
  const { jobsPool: pool, authPool } = fileServer.services;
  const plan = { mail: { send: unused }, send: unused, appUrl: '', pool, authPool, clock: systemClock };
  const jobs = accountJobs(plan);
  for (const wrong of [null, 'x', { to: 1 }]) {
    await expect(runJob(jobs, SEND_EMAIL, wrong)).rejects.toThrow('Invalid input');
  }
});
