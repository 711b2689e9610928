/** Limits on guessing: 5 failures per address and 30 per network in 15 minutes, then slower and slower, never for good. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_ADDRESS = 5;
const FAILURES_PER_NETWORK = 30;
const EMAILS_PER_ADDRESS = 5;
const FIRST_PAUSE_SECONDS = 30;

/** Who is trying: the address typed, the network the request comes from, and the device if it has signed in to that address before. */
export type Attempt = { email: string; network: string; device?: string | undefined };

export type Attempts = ReturnType<typeof attemptLimits>;

/** The seconds to wait before the next attempt after `failures` failures in the window: 30, 60, 120 … at most the window. */
export function pauseAfter(failures: number): number {
  return Math.min(WINDOW_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FAILURES_PER_ADDRESS));
}

type Count = { points: number; msLeft: number };

/** Counts that end some time after they began. The row that a key's count is in counts by itself, so that none of many at once is lost. */
function counter(pool: pg.Pool, prefix: string) {
  const ask = async (text: string, values: unknown[]): Promise<Count | undefined> => {
    const { rows } = await pool.query<{ points: number; expire: number }>(text, values);
    return rows[0] && { points: rows[0].points, msLeft: Math.max(0, rows[0].expire - Date.now()) };
  };
  return {
    /** Takes old counts of others away with it, some at a time. */
    async add(key: string, { points = 1, seconds = WINDOW_SECONDS } = {}): Promise<Count> {
      const now = Date.now();
      const count = await ask(
        `with cleared as (delete from app.attempts where key in (
           select key from app.attempts where expire <= $4 and key <> $1 limit 20 for update skip locked))
         insert into app.attempts as kept values ($1, $2, $3)
         on conflict (key) do update set
           points = case when kept.expire <= $4 then $2 else kept.points + $2 end,
           expire = case when kept.expire <= $4 then $3 else kept.expire end
         returning points, expire`,
        [`${prefix}:${key}`, points, now + seconds * 1000, now],
      );
      if (!count) throw new Error('An attempt could not be counted.');
      return count;
    },
    read: (key: string) =>
      ask('select points, expire from app.attempts where key = $1 and expire > $2', [`${prefix}:${key}`, Date.now()]),
    async forget(key: string): Promise<void> {
      await pool.query('delete from app.attempts where key = $1', [`${prefix}:${key}`]);
    },
  };
}

/** Limits kept in PostgreSQL, so that they hold across restarts and several servers. */
export function attemptLimits(pool: pg.Pool) {
  const [addresses, pauses] = [counter(pool, 'address'), counter(pool, 'pause')];
  const [networks, emails] = [counter(pool, 'network'), counter(pool, 'email')];

  async function limitFailures(network: string): Promise<void> {
    const count = await networks.add(network);
    if (count.points > FAILURES_PER_NETWORK) throw tooMany(count);
  }

  /**
   * Runs one guess at a password. Counts it and begins its pause before it is made, so that many at once cannot slip through,
   * and takes both back when it succeeds.
   */
  async function guess<T>({ key, network }: { key: string; network?: string }, run: () => Promise<T>): Promise<T> {
    const running = await pauses.read(key);
    if (running) throw tooMany(running);
    if (network) await limitFailures(network);
    const { points: tries } = await addresses.add(key);
    if (tries >= FAILURES_PER_ADDRESS) {
      const pause = await pauses.add(key, { seconds: pauseAfter(tries) });
      if (pause.points > 1) throw tooMany(pause);
    }
    const result = await run();
    await Promise.all([addresses.forget(key), pauses.forget(key), network && networks.add(network, { points: -1 })]);
    return result;
  }

  const mayWrite = async (key: string) => (await emails.add(key)).points <= EMAILS_PER_ADDRESS;

  return {
    /**
     * Runs one attempt to sign in. A known device has a count of its own: neither the guesses of others nor its network lock the landlord out.
     * Throws `too_many_attempts`.
     */
    signIn<T>({ email, network, device }: Attempt, run: () => Promise<T>): Promise<T> {
      return guess(device ? { key: `device ${device}` } : { key: hashed(email), network }, run);
    },

    /**
     * Runs one check of the password of somebody who is signed in, by user id: guesses in a browser left open count apart, and do
     * not hold the landlord up where they sign in; nor does their network. Throws `too_many_attempts`.
     */
    ownPassword<T>(person: string, run: () => Promise<T>): Promise<T> {
      return guess({ key: `person ${person}` }, run);
    },

    /** Runs one check of a code after the password, by user id. A right password does not forget its failures. Throws `too_many_attempts`. */
    ownCode<T>(person: string, run: () => Promise<T>): Promise<T> {
      return guess({ key: `code ${person}` }, run);
    },

    /** Counts, by network, a sign-up or another request that could tell whether an address has an account. Throws `too_many_attempts`. */
    limitNetwork: (purpose: string, network: string) => limitFailures(`${purpose} ${network}`),

    /** Counts a message of the contact form: at most 5 from a network in 15 minutes. Throws `too_many_attempts`. */
    async limitEnquiries(network: string): Promise<void> {
      if (await mayWrite(`enquiry ${network}`)) return;
      throw new AppError('too_many_attempts', {
        message:
          'Several messages have come from your network already. Please wait a quarter of an hour, then send it again.',
        retryAfter: WINDOW_SECONDS,
      });
    },

    /** Whether another email may go to this address now: at most 5 in 15 minutes, so that nobody's inbox is flooded. */
    emailAllowed: (email: string) => mayWrite(hashed(email)),

    /** The same for somebody who may know: throws `too_many_attempts`. */
    async limitEmailsTo(email: string): Promise<void> {
      if (!(await mayWrite(hashed(email)))) throw tooManyEmails();
    },

    /**
     * Counts the emails that somebody who is signed in has us send, by user id: apart, so that a thief in their session does not use
     * up the email by which they get back in. Throws `too_many_attempts`.
     */
    async limitEmailsOf(person: string): Promise<void> {
      if (!(await mayWrite(`person ${person}`))) throw tooManyEmails();
    },

    /** Forgets the failures of an address, whose owner has just followed the link of an email. */
    async resetAttempts(email: string): Promise<void> {
      await Promise.all([addresses.forget(hashed(email)), pauses.forget(hashed(email))]);
    },

    /** Deletes, in `db`'s transaction, all counts of somebody, by user id and by each of their addresses. */
    async forget(db: UserDb, somebody: { person: string; addresses: string[] }): Promise<void> {
      const names = [`person ${somebody.person}`, `code ${somebody.person}`, ...somebody.addresses.map(hashed)];
      // A key is the name of a limit, a colon, and whom it limits.
      await sql`delete from app.attempts where split_part(key, ':', 2) = any(${names}::text[])`.execute(db);
    },
  };
}

function tooManyEmails(): AppError {
  return new AppError('too_many_attempts', {
    message: 'Several emails are on their way already. Please wait a quarter of an hour before you ask again.',
  });
}

function tooMany({ msLeft }: Count): AppError {
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000));
  const wait = retryAfter < 90 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`;
  return new AppError('too_many_attempts', {
    message: `Too many attempts. Please wait ${wait} and try again, or reset your password.`,
    retryAfter,
  });
}

// The table then holds no address in the clear.
function hashed(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}
