/** The end of an account: everything of it goes, at once and for good, and nothing of anybody else. */
import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { query } from '../../../../test/database.ts';
import { emailsTo, emailTo } from '../../../../test/emails.ts';
import { type FullLandlord, landlordWithEverything, rowsWith } from '../../../../test/everything.ts';
import { landlord, listedProperties, signedInAgain, visitor } from '../../../../test/landlords.ts';
import { server } from '../../../../test/server.ts';
import { snapshot } from '../../../../test/snapshot.ts';
import { createEncryption } from '../../../server/jobs/encryption.server.ts';

const { database } = server;
const timeoutMs = { timeout: 25_000, interval: 100 };
const encryption = createEncryption(server.services.secret);

const removal = (person: { post: FullLandlord['post']; password: string }, password = person.password) =>
  person.post('/api/account/remove', { password });

/** Names of the files in the store in which this stands. */
const filesOf = (id: string) =>
  readdirSync(join(server.dataFolder, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => path.includes(id));

/** How the queue and the limits write down whom something is about. */
function hidden({ id, email, newEmail }: FullLandlord): string[] {
  const digest = (address: string) => createHash('sha256').update(address).digest('base64url');
  return [
    encryption.fingerprint(id),
    ...[email, newEmail].flatMap((address) => [encryption.fingerprint(address), digest(address)]),
  ];
}

const wordsOf = (person: FullLandlord) => [person.id, person.email, person.newEmail, person.word, ...hidden(person)];

/** All emails are out, so that nothing more comes or goes by itself. */
const quiet = () =>
  vi.waitFor(async () => {
    const open = `select from pgboss.job where state in ('created', 'retry', 'active') and start_after < now() + interval '1 hour'`;
    expect(await query(database, open)).toEqual([]);
  }, timeoutMs);

/** Work about somebody in every state it can be in: waiting, failed for good with what the mail server said, and put away. */
async function queueWork(person: FullLandlord): Promise<void> {
  const marks = JSON.stringify({
    encrypted: encryption.encrypt('{}'),
    fingerprints: [encryption.fingerprint(person.id)],
  });
  const said = JSON.stringify({ message: `550 5.1.1 <${person.email}>: no such mailbox` });
  await query(
    database,
    `insert into pgboss.job (name, data, state, start_after, output) values
       ('send-email', $1, 'created', now() + interval '1 day', null),
       ('send-email', $1, 'retry', now() + interval '1 day', $2),
       ('send-email', $1, 'failed', now(), $2),
       ('send-email-failed', $1, 'completed', now(), $2)`,
    [marks, said],
  );
  await query(
    database,
    `insert into pgboss.archive select j.*, now() from pgboss.job j where name = 'send-email' and state = 'failed' and data = $1`,
    [marks],
  );
}

/** Every email that the queue knows of, by number, done or not. */
async function emailJobs(): Promise<string[]> {
  const all = `select id from pgboss.job where name like 'send-email%' union all select id from pgboss.archive order by id`;
  return (await query<{ id: string }>(database, all)).map(({ id }) => id);
}

async function expectOneFarewell(email: string): Promise<void> {
  await emailTo(email, 'Your account has been deleted');
  await quiet();
  expect((await emailsTo(email)).filter(({ subject }) => subject === 'Your account has been deleted')).toHaveLength(1);
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
    // What is counted of them: guesses at the password by strangers and in a browser left open.
    await visitor().post('/api/auth/sign-in/email', { email: ada.email, password: 'not the password' });
    await removal(ada, 'not the password');
    await quiet();
    await Promise.all([queueWork(ada), queueWork(bob)]);
    before = await rowsWith(database, wordsOf(bob));
    held = { tables: Object.keys(await rowsWith(database, wordsOf(ada))), files: filesOf(ada.id) };
    posted = await emailJobs();
    answer = await removal(ada);
  });

  it('says so, and empties the browser', () => {
    expect([answer.status, answer.text]).toEqual([200, '{"done":true}']);
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect([...ada.cookies]).toEqual([]);
  });

  it('ends every session at once', async () => {
    expect((await other.get('/api/properties')).outcome).toBe('401 unauthenticated');
    expect((await ada.get('/api/properties')).outcome).toBe('401 unauthenticated');
    expect((await other.post('/api/account/remove', { password: ada.password })).outcome).toBe('401 unauthenticated');
  });

  it('leaves their id, addresses and words in no column of any table, the queue’s and the limits’ neither', async () => {
    expect(held.tables).toEqual(
      expect.arrayContaining(['app.attempts', 'pgboss.archive', 'pgboss.job', 'public.tenants']),
    );
    await vi.waitFor(async () => expect(await rowsWith(database, wordsOf(ada))).toEqual({}), timeoutMs);
  });

  it('takes their files out of the store, and leaves those of others', async () => {
    expect(held.files).toHaveLength(11);
    await vi.waitFor(() => expect(filesOf(ada.id)).toEqual([]), timeoutMs);
    expect(filesOf(bob.id)).toHaveLength(11);
  });

  it('leaves every row of another landlord as it was', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(18);
    expect(await rowsWith(database, wordsOf(bob))).toEqual(before);
  });

  it('is told to them by one last letter, of which nothing stays either', async () => {
    const letter = await emailTo(ada.email, 'Your account has been deleted');
    expect(letter.paragraphs.join(' ')).toContain(`Hello ${ada.name},`);
    expect(letter.action).toBeUndefined();
    await vi.waitFor(async () => {
      expect((await emailJobs()).filter((job) => !posted.includes(job))).toEqual([]);
    }, timeoutMs);
  });

  it('lets the same address sign up again, as somebody new', async () => {
    const again = await landlord({ email: ada.email });
    expect(again.id).not.toBe(ada.id);
    expect((await listedProperties(again)).total).toBe(0);
    expect((await removal(again)).status).toBe(200);
  });
});

describe('an account', () => {
  it('stays as it is for whoever does not know the password, and guessing gets slow', async () => {
    const ada = await landlord();
    await quiet();
    const was = await snapshot(database);
    const outcomes: string[] = [];
    for (let time = 0; time < 6; time++) outcomes.push((await removal(ada, `guess ${time}`)).outcome);
    expect(outcomes).toEqual([...Array<string>(5).fill('422 invalid_input'), '429 too_many_attempts']);
    expect((await removal(ada)).outcome).toBe('429 too_many_attempts');
    // The guesses were made in this browser: whoever signs in elsewhere is not held up.
    expect((await signedInAgain(ada)).cookies.size).toBeGreaterThan(0);
    expect(await snapshot(database)).toEqual(was);
  });

  it.each([
    [{ password: '' }, 'Please enter your password'],
    [{}, 'Please enter your password'],
    [{ password: 'x'.repeat(129) }, 'This is not your password'],
    [{ password: 'nul\0' }, 'This is not your password'],
  ])('is not deleted by %j', async (body, sentence) => {
    const ada = await landlord();
    const refused = await ada.post('/api/account/remove', body);
    expect([refused.outcome, refused.fields]).toEqual(['422 invalid_input', { password: sentence }]);
    expect((await ada.get('/api/properties')).status).toBe(200);
  });

  it('can be deleted when the trial is over', async () => {
    const ada = await landlord();
    expect((await server.later(9 * 24 * 60 * 60 * 1000, () => removal(ada))).status).toBe(200);
  });

  it('that cannot be deleted whole is not deleted at all, nor is a farewell written', async () => {
    const ada = await landlordWithEverything();
    await quiet();
    const [was, everywhere, posted] = [
      await snapshot(database),
      await rowsWith(database, wordsOf(ada)),
      await emailJobs(),
    ];
    // At the very last moment: when the transaction is to be committed.
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
    expect(await snapshot(database)).toEqual(was);
    expect(await rowsWith(database, wordsOf(ada))).toEqual(everywhere);
    expect(await emailJobs()).toEqual(posted);
    expect(filesOf(ada.id)).toHaveLength(11);
    expect((await ada.get('/api/properties')).status).toBe(200);
    expect((await removal(ada)).status).toBe(200);
    await expectOneFarewell(ada.email);
  });
});
