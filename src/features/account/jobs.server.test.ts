/** What the account's jobs do, from the queue to a real mail server and back. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { asRole, privateDatabase, query } from '../../../test/database.ts';
import { runJob } from '../../../test/jobs.ts';
import { landlord, signedUpLandlord } from '../../../test/landlords.ts';
import { openPostOffice } from '../../../test/post-office.ts';
import { server as fileServer } from '../../../test/server.ts';
import { startServer } from '../../../test/start-server.ts';
import { systemClock } from '../../outside/clock.ts';
import { openPool } from '../../server/db/pools.server.ts';
import { accountJobs, CLEAR_EXPIRED, SEND_EMAIL } from './jobs.server.ts';

const timeoutMs = { timeout: 20_000, interval: 50 };

const { address, drop } = await privateDatabase('letters');
const office = await openPostOffice();
const server = await startServer({
  database: address,
  env: { SMTP_URL: office.url, MAIL_FROM: 'Tenure <letters@tenure.example>' },
});
afterAll(async () => {
  await server.stop();
  await office.close();
  await drop();
});

describe('emails of a server with SMTP_URL', () => {
  it('go out to the mail server, and lie in no outbox', async () => {
    const ada = await signedUpLandlord({ name: 'Zoë <script>' }, server);
    await vi.waitFor(() => expect(office.received.map(({ to }) => to)).toContainEqual([ada.email]), timeoutMs);
    const letter = office.received.at(-1);
    expect(letter?.text).toContain('Hello Zoë <script>,');
    expect(letter?.html).toContain('Hello Zoë &#60;script&#62;,');
    expect(server.services.outbox).toBeUndefined();
    expect((await ada.get('/outbox')).status).toBe(404);
  });

  it('wait while the mail server refuses them, and go out once it takes them', async () => {
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

describe('the clearing', () => {
  it('removes sessions, tokens and waiting addresses that are over, and nothing else', async () => {
    const { database } = fileServer;
    const [ada, bob] = [await landlord(), await landlord()];
    const [over, running] = [randomUUID(), randomUUID()];
    await query(database, `update auth.sessions set expires_at = now() - interval '1 second' where user_id = $1`, [
      bob.id,
    ]);
    for (const [identifier, minutes] of [
      [over, -1],
      [running, 1],
    ] as const) {
      await query(
        database,
        `insert into auth.verifications (identifier, value, expires_at, created_at, updated_at)
         values ($1, 'x', now() + $2 * interval '1 minute', now(), now())`,
        [identifier, minutes],
      );
    }
    for (const [person, minutes] of [
      [ada, 1],
      [bob, -1],
    ] as const) {
      await query(
        database,
        `insert into auth.email_changes (user_id, email, token_hash, created_at, expires_at)
         values ($1, 'new@tenure.example', $3, now(), now() + $2 * interval '1 minute')`,
        [person.id, minutes, person.id],
      );
    }
    const log = pino({ level: 'silent' });
    const authPool = openPool({ address: asRole(database, 'auth'), name: 'auth', max: 1, log, searchPath: 'auth' });
    const unused = () => {
      throw new Error('The clearing needs neither mail nor sign-in.');
    };
    const jobs = accountJobs({ mail: { send: unused }, auth: unused, authPool, clock: systemClock });
    try {
      await runJob(jobs, CLEAR_EXPIRED);
    } finally {
      await authPool.end();
    }
    expect(await query(database, 'select from auth.sessions where user_id = $1', [bob.id])).toEqual([]);
    expect(
      await query(database, 'select identifier from auth.verifications where identifier in ($1, $2)', [over, running]),
    ).toEqual([{ identifier: running }]);
    expect(
      await query(database, 'select user_id from auth.email_changes where user_id in ($1, $2)', [ada.id, bob.id]),
    ).toEqual([{ user_id: ada.id }]);
    expect((await ada.get('/api/properties')).status).toBe(200);
    expect(await query(database, 'select from auth.users where id = $1', [bob.id])).toHaveLength(1);
  });
});

describe('a job whose content is not what we put there', () => {
  it('fails, so that it is seen', async () => {
    const unused = () => {
      throw new Error('It should not have come so far.');
    };
    const jobs = accountJobs({
      mail: { send: unused },
      auth: unused,
      authPool: fileServer.services.pool,
      clock: systemClock,
    });
    for (const wrong of [null, 'x', { to: 1 }]) {
      await expect(runJob(jobs, SEND_EMAIL, wrong)).rejects.toThrow('Invalid input');
    }
  });
});
