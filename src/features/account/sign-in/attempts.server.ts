/** Limits on guessing: 5 failures per address and 30 per network in 15 minutes, then slower and slower, never for good. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { UserDb } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_ADDRESS = 5;
const FAILURES_PER_NETWORK = 30;
const FIRST_PAUSE_SECONDS = 30;

/** Who is trying: the address typed, the network the request comes from, and the device if it has signed in to that address before. */
export type Attempt = { email: string; network: string; device?: string | undefined };

export type Attempts = ReturnType<typeof attemptLimits>;

/** The seconds to wait before the next attempt after `failures` failures in the window: 30, 60, 120 … at most the window. */
export function pauseAfter(failures: number): number {
  return Math.min(WINDOW_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FAILURES_PER_ADDRESS));
}

/** Limits kept in PostgreSQL, so that they hold across restarts and several servers. */
export function attemptLimits(pool: pg.Pool) {
  const store = (options: { keyPrefix: string; points: number }) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'app',
      tableName: 'attempts',
      tableCreated: true,
      duration: WINDOW_SECONDS,
      ...options,
    });
  const addresses = store({ keyPrefix: 'address', points: Number.MAX_SAFE_INTEGER });
  const pauses = store({ keyPrefix: 'pause', points: 1 });
  const networks = store({ keyPrefix: 'network', points: FAILURES_PER_NETWORK });
  const emails = store({ keyPrefix: 'email', points: FAILURES_PER_ADDRESS });

  /**
   * Runs one guess at a password. Counts it and begins its pause before it is made, so that many at once cannot slip through,
   * and takes both back when it succeeds.
   */
  async function guess<T>({ key, network }: { key: string; network?: string }, run: () => Promise<T>): Promise<T> {
    await refuseWhile(pauses.get(key));
    if (network) await consume(networks, network);
    const { consumedPoints: tries } = await consume(addresses, key);
    if (tries >= FAILURES_PER_ADDRESS) await consume(pauses, key, pauseAfter(tries));
    const result = await run();
    await Promise.all([addresses.delete(key), pauses.delete(key), network && networks.reward(network)]);
    return result;
  }

  async function mayWrite(key: string): Promise<boolean> {
    try {
      await emails.consume(key);
      return true;
    } catch (error) {
      if (error instanceof RateLimiterRes) return false;
      throw error;
    }
  }

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
    async limitNetwork(purpose: string, network: string): Promise<void> {
      await consume(networks, `${purpose} ${network}`);
    },

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
      await Promise.all([addresses.delete(hashed(email)), pauses.delete(hashed(email))]);
    },

    /** Deletes, in `db`'s transaction, all counts of somebody, by user id and by each of their addresses. */
    async forget(db: UserDb, somebody: { person: string; addresses: string[] }): Promise<void> {
      const names = [`person ${somebody.person}`, `code ${somebody.person}`, ...somebody.addresses.map(hashed)];
      // A key is the name of a limit, a colon, and whom it limits.
      await sql`delete from app.attempts where split_part(key, ':', 2) = any(${names}::text[])`.execute(db);
    },
  };
}

async function consume(limiter: RateLimiterPostgres, key: string, seconds?: number): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, 1, seconds === undefined ? {} : { customDuration: seconds });
  } catch (error) {
    if (error instanceof RateLimiterRes) throw tooMany(error);
    throw error;
  }
}

async function refuseWhile(pause: Promise<RateLimiterRes | null>): Promise<void> {
  const found = await pause;
  if (found && found.remainingPoints <= 0 && found.msBeforeNext > 0) throw tooMany(found);
}

function tooManyEmails(): AppError {
  return new AppError('too_many_attempts', {
    message: 'Several emails are on their way already. Please wait a quarter of an hour before you ask again.',
  });
}

function tooMany(found: RateLimiterRes): AppError {
  const retryAfter = Math.max(1, Math.ceil(found.msBeforeNext / 1000));
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
