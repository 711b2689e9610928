import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { access, DAY, PAUSED, SIGNED_OUT, signIn } from '../../../../test/fixtures/account.ts';
import { type FullLandlord, filesOf, landlordWithEverything, rowsWith } from '../../../../test/fixtures/everything.ts';
import { landlord, listedProperties, signedInAgain } from '../../../../test/fixtures/landlords.ts';
import { emailsTo, emailTo } from '../../../../test/reading/emails.ts';
import { lastWrites } from '../../../../test/reading/snapshot.ts';
import { query } from '../../../../test/servers/database.ts';
import { server } from '../../../../test/servers/server.ts';
import { createEncryption } from '../../../server/jobs/encryption.server.ts';

const { database } = server;
const FAREWELL = 'Your account has been deleted';
const timeoutMs = { timeout: 25_000, interval: 100 };
const encryption = createEncryption(server.services.secret, 'jobs');

const removal = (person: { post: FullLandlord['post']; password: string }, password = person.password) =>
  person.post('/api/account/remove', { password });

/** Returns the fingerprints and hashes by which the queue and the limits store a person. */
function hidden({ id, email, newEmail }: FullLandlord): string[] {
  const digest = (address: string) => createHash('sha256').update(address).digest('base64url');
  return [
    encryption.fingerprint(id),
    ...[email, newEmail].flatMap((address) => [encryption.fingerprint(address), digest(address)]),
  ];
}

const wordsOf = (person: FullLandlord) => [person.id, person.email, person.newEmail, person.word, ...hidden(person)];

const SOON = `start_after < now() + interval '1 hour'`;

/** Waits until all emails are sent, so that rows are stable. */
const quiet = () =>
  vi.waitFor(async () => {
    // Removes the delayed jobs of earlier tests.
    const later = `(state = 'retry' or state = 'created' and start_after > now())`;
    await query(database, `delete from pgboss.job where ${later} and ${SOON}`);
    const open = `select name, state from pgboss.job where state in ('created', 'active') and ${SOON}`;
    expect(await query(database, open)).toEqual([]);
  }, timeoutMs);

/** Adds a person's jobs in every state: queued, failed and archived. */
async function queueWork(person: FullLandlord): Promise<void> {
  const marks = JSON.stringify({
    encrypted: encryption.encrypt('{}'),
    fingerprints: [encryption.fingerprint(person.id)],
  });
  const output = JSON.stringify({ message: `550 5.1.1 <${person.email}>: no such mailbox` });
  await query(
    database,
    `insert into pgboss.job (name, data, state, start_after, output) values
       ('send-email', $1, 'created', now() + interval '1 day', null),
       ('send-email', $1, 'retry', now() + interval '1 day', $2),
       ('send-email', $1, 'failed', now(), $2),
       ('send-email-failed', $1, 'completed', now(), $2)`,
    [marks, output],
  );
  await query(
    database,
    `insert into pgboss.archive select j.*, now() from pgboss.job j where name = 'send-email' and state = 'failed' and data = $1`,
    [marks],
  );
}

async function emailJobs(): Promise<string[]> {
  const all = `select id from pgboss.job where name like 'send-email%' union all select id from pgboss.archive order by id`;
  return (await query<{ id: string }>(database, all)).map(({ id }) => id);
}

/** Returns a person's rows, without the cursor of webhook events, which moves in the background. */
async function theirs(person: Parameters<typeof wordsOf>[0]): Promise<Record<string, string[]>> {
  const rows = Object.entries(await rowsWith(database, wordsOf(person)));
  return Object.fromEntries(rows.filter(([table]) => table !== 'app.webhook_cursors'));
}

describe('deleting an account', () => {
  let ada: FullLandlord;
  let bob: FullLandlord;
  let other: Awaited<ReturnType<typeof signedInAgain>>;
  let before: Record<string, string[]>;
  let held: { tables: string[]; files: string[] };
  let posted: string[];
  let answer: Awaited<ReturnType<typeof removal>>;
  beforeAll(async () => {
    [ada, bob] = await Promise.all([landlordWithEverything(), landlordWithEverything()]);
    other = await signedInAgain(ada);
    // Counters of failed attempts exist, from a visitor and from a signed-in browser.
    await signIn(ada.email, 'not the password');
    await removal(ada, 'not the password');
    await quiet();
    await Promise.all([queueWork(ada), queueWork(bob)]);
    before = await theirs(bob);
    held = { tables: Object.keys(await rowsWith(database, wordsOf(ada))), files: filesOf(server, ada.id) };
    posted = await emailJobs();
    answer = await removal(ada);
  });

  it('clears the browser’s cookies and storage', () => {
    expect(answer.status).toBe(200);
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect([...ada.cookies]).toEqual([]);
  });

  it('ends every session immediately', async () => {
    expect([await access(other), await access(ada)]).toEqual([SIGNED_OUT, SIGNED_OUT]);
  });

  it('leaves no id, address or text in any table, including the queue and the limits', async () => {
    expect(held.tables).toEqual(
      expect.arrayContaining(['app.attempts', 'pgboss.archive', 'pgboss.job', 'public.tenants']),
    );
    await vi.waitFor(async () => expect(await rowsWith(database, wordsOf(ada))).toEqual({}), timeoutMs);
  });

  it('deletes their files from the store and keeps those of others', async () => {
    expect(held.files).toHaveLength(17);
    await vi.waitFor(() => expect(filesOf(server, ada.id)).toEqual([]), timeoutMs);
    expect(filesOf(server, bob.id)).toHaveLength(17);
  });

  it('leaves another landlord’s rows unchanged', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(18);
    expect(await theirs(bob)).toEqual(before);
  });

  it('sends one last email and stores no trace of it', async () => {
    const email = await emailTo(ada.email, FAREWELL);
    expect(email.paragraphs[0]).toBe('Hello,');
    await vi.waitFor(async () => {
      expect((await emailJobs()).filter((job) => !posted.includes(job))).toEqual([]);
    }, timeoutMs);
  });

  it('lets the same address sign up again with an empty account', async () => {
    const again = await landlord({ email: ada.email });
    expect(again.id).not.toBe(ada.personId);
    expect((await listedProperties(again)).total).toBe(0);
    expect((await removal(again)).status).toBe(200);
  });
});

describe('an account', () => {
  it('is unchanged without the password, with a delay after guesses', async () => {
    const ada = await landlord();
    await quiet();
    const was = await lastWrites(database, [ada]);
    const outcomes: string[] = [];
    for (let time = 0; time < 6; time++) outcomes.push((await removal(ada, `guess ${time}`)).outcome);
    expect(outcomes).toEqual([...Array<string>(5).fill('422 invalid_input'), PAUSED]);
    expect((await removal(ada)).outcome).toBe(PAUSED);
    // Guesses in this browser do not delay signing in elsewhere.
    expect((await signedInAgain(ada)).cookies.size).toBeGreaterThan(0);
    expect(await lastWrites(database, [ada])).toEqual(was);
  });

  it.each([
    [{ password: '' }, 'Enter your password'],
    [{}, 'Enter your password'],
    [{ password: 'x'.repeat(129) }, 'The password is incorrect'],
    [{ password: 'nul\0' }, 'The password is incorrect'],
  ])('is not deleted by %j', async (body, sentence) => {
    const ada = await landlord();
    const refused = await ada.post('/api/account/remove', body);
    expect([refused.outcome, refused.fields]).toEqual(['422 invalid_input', { password: sentence }]);
    expect(await access(ada)).toBe('served');
  });

  it('can be deleted after the trial', async () => {
    const ada = await landlord();
    expect((await server.later(9 * DAY, () => removal(ada))).status).toBe(200);
  });

  it('is unchanged and no email is sent if the deletion fails', async () => {
    const ada = await landlordWithEverything();
    await quiet();
    // These rows are computed in the background.
    const stale = () =>
      query(
        database,
        `select from app.bank_row_changes where user_id = $1 union all select from app.stale_deadlines where user_id = $1`,
        [ada.id],
      );
    await vi.waitFor(async () => expect(await stale()).toEqual([]), timeoutMs);
    const stored = async () => [await lastWrites(database, [ada]), await theirs(ada), await emailJobs()];
    const was = await stored();
    // The trigger makes the deletion fail at commit.
    await query(
      database,
      `create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       grant execute on function public.refuse() to public;
       create constraint trigger refuse after delete on auth.users deferrable initially deferred for each row execute function public.refuse()`,
    );
    try {
      expect((await removal(ada)).outcome).toBe('500 internal');
    } finally {
      await query(database, 'drop function public.refuse() cascade');
    }
    expect(await stored()).toEqual(was);
    expect(filesOf(server, ada.id)).toHaveLength(17);
    expect(await access(ada)).toBe('served');
    expect((await removal(ada)).status).toBe(200);
    await emailTo(ada.email, FAREWELL);
    await quiet();
    expect((await emailsTo(ada.email)).filter(({ subject }) => subject === FAREWELL)).toHaveLength(1);
  });
});
