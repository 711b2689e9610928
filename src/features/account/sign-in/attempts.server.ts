/** Limits on guessing in 15 minutes: growing delays after 5 failures per address; at most 30 failures per network. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { queryWithin, type Transaction } from '../../../server/session/with-user.server.ts';
import { AppError } from '../../../shared/app-error.ts';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_PER_ADDRESS = 5;
const FAILURES_PER_NETWORK = 30;
const EMAILS_PER_ADDRESS = 5;
const FIRST_PAUSE_SECONDS = 30;
const LINK_SECONDS = 60;
const LINKS_PER_NETWORK = 10;
const CONSENT_SECONDS = 60 * 60;
const CONSENTS_PER_ACCOUNT = 10;

/** `device` is set if this browser has signed in to the address before. */
export type Attempt = { email: string; network: string; device?: string | undefined };

export type Attempts = ReturnType<typeof attemptLimits>;

/** Seconds until the next attempt is allowed: 30, 60, 120 … up to the window. */
export function pauseAfter(failures: number): number {
  return Math.min(WINDOW_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.max(0, failures - FAILURES_PER_ADDRESS));
}

type Count = { points: number; msLeft: number };

/** Counters that expire. One statement increments a counter, so concurrent requests are all counted. */
function counter(pool: pg.Pool, prefix: string) {
  const ask = async (text: string, values: unknown[]): Promise<Count | undefined> => {
    const { rows } = await pool.query<{ points: number; expire: number }>(text, values);
    return rows[0] && { points: rows[0].points, msLeft: Math.max(0, rows[0].expire - Date.now()) };
  };
  return {
    /** Increments the counter, and deletes some expired counters. */
    async add(key: string, { seconds = WINDOW_SECONDS } = {}): Promise<Count> {
      const now = Date.now();
      const count = await ask(
        `with cleared as (delete from app.attempts where key in (
           select key from app.attempts where expire <= $3 and key <> $1 limit 20 for update skip locked))
         insert into app.attempts as kept values ($1, 1, $2)
         on conflict (key) do update set
           points = case when kept.expire <= $3 then 1 else kept.points + 1 end,
           expire = case when kept.expire <= $3 then $2 else kept.expire end
         returning points, expire`,
        [`${prefix}:${key}`, now + seconds * 1000, now],
      );
      if (!count) throw new Error('An attempt could not be counted.');
      return count;
    },
    /** Takes back an increment, unless the counter has expired. */
    async takeBack(key: string): Promise<void> {
      await pool.query('update app.attempts set points = points - 1 where key = $1 and points > 0 and expire > $2', [
        `${prefix}:${key}`,
        Date.now(),
      ]);
    },
    read: (key: string) =>
      ask('select points, expire from app.attempts where key = $1 and expire > $2', [`${prefix}:${key}`, Date.now()]),
    async forget(key: string): Promise<void> {
      await pool.query('delete from app.attempts where key = $1', [`${prefix}:${key}`]);
    },
  };
}

/** Stored in PostgreSQL, so that limits survive restarts and apply to all servers. */
export function attemptLimits(pool: pg.Pool) {
  const [addresses, pauses] = [counter(pool, 'address'), counter(pool, 'pause')];
  const [networks, emails] = [counter(pool, 'network'), counter(pool, 'email')];
  const consents = counter(pool, 'consent');

  async function limitFailures(network: string): Promise<void> {
    const count = await networks.add(network);
    if (count.points > FAILURES_PER_NETWORK) throw tooMany(count);
  }

  /** Counts the guess and starts the delay before `run`, to limit concurrent guesses too. Success resets both. */
  async function limitGuess<T>({ key, network }: { key: string; network?: string }, run: () => Promise<T>): Promise<T> {
    const running = await pauses.read(key);
    if (running) throw tooMany(running);
    if (network) await limitFailures(network);
    const { points: tries } = await addresses.add(key);
    if (tries >= FAILURES_PER_ADDRESS) {
      const pause = await pauses.add(key, { seconds: pauseAfter(tries) });
      if (pause.points > 1) throw tooMany(pause);
    }
    const result = await run();
    await Promise.all([addresses.forget(key), pauses.forget(key), network && networks.takeBack(network)]);
    return result;
  }

  const canSendEmail = async (key: string) => (await emails.add(key)).points <= EMAILS_PER_ADDRESS;

  return {
    /** A known device has its own counter: others' guesses cannot lock the landlord out. Throws `too_many_attempts`. */
    signIn<T>({ email, network, device }: Attempt, run: () => Promise<T>): Promise<T> {
      return limitGuess(device ? { key: `device ${device}` } : { key: hashed(email), network }, run);
    },

    /** Checks a signed-in person's password with its own counter. Throws `too_many_attempts`. */
    ownPassword<T>(person: string, run: () => Promise<T>): Promise<T> {
      return limitGuess({ key: `person ${person}` }, run);
    },

    /** Checks a code. A correct password does not reset its failures. Throws `too_many_attempts`. */
    ownCode<T>(person: string, run: () => Promise<T>): Promise<T> {
      return limitGuess({ key: `code ${person}` }, run);
    },

    /** Counts requests that could reveal whether an address has an account. Throws `too_many_attempts`. */
    limitNetwork: (purpose: string, network: string) => limitFailures(`${purpose} ${network}`),

    /**
     * Allows 10 invalid links a minute per network. `open` returns undefined for an invalid link. A link is counted
     * before it is opened, to limit concurrent requests too. Throws `too_many_attempts`.
     */
    async openLink<T>(network: string, open: () => Promise<T | undefined>): Promise<T | undefined> {
      const key = `link ${network}`;
      const count = await networks.add(key, { seconds: LINK_SECONDS });
      if (count.points > LINKS_PER_NETWORK) throw tooMany(count);
      const opened = await open();
      if (opened !== undefined) await networks.takeBack(key);
      return opened;
    },

    /**
     * Starts a consent at a bank, at most 10 per account in an hour, because providers count them.
     * Consents that could not be started are not counted. Throws `too_many_attempts`.
     */
    async startConsent<T>({ account, message }: { account: string; message: string }, start: () => Promise<T>) {
      const { points, msLeft } = await consents.add(account, { seconds: CONSENT_SECONDS });
      if (points > CONSENTS_PER_ACCOUNT)
        throw new AppError('too_many_attempts', { message, retryAfter: Math.max(1, Math.ceil(msLeft / 1000)) });
      try {
        return await start();
      } catch (error) {
        await consents.takeBack(account);
        throw error;
      }
    },

    /** At most 5 contact messages per network in 15 minutes. Throws `too_many_attempts`. */
    async limitEnquiries(network: string): Promise<void> {
      if (await canSendEmail(`enquiry ${network}`)) return;
      throw new AppError('too_many_attempts', {
        message: 'We have received several messages from your network. Wait 15 minutes, then send your message again.',
        retryAfter: WINDOW_SECONDS,
      });
    },

    /** At most 5 emails per address in 15 minutes, to prevent flooding an inbox. */
    emailAllowed: (email: string) => canSendEmail(hashed(email)),

    /** Like `emailAllowed`, but throws `too_many_attempts`. */
    async limitEmailsTo(email: string): Promise<void> {
      if (!(await canSendEmail(hashed(email)))) throw tooManyEmails();
    },

    /** Counts per person, so that a session thief cannot use up the reset emails. Throws `too_many_attempts`. */
    async limitEmailsOf(person: string): Promise<void> {
      if (!(await canSendEmail(`person ${person}`))) throw tooManyEmails();
    },

    /** Resets an address's failures after its owner has followed an emailed link. */
    async resetAttempts(email: string): Promise<void> {
      await Promise.all([addresses.forget(hashed(email)), pauses.forget(hashed(email))]);
    },

    async forget(within: Transaction, somebody: { person: string; addresses: readonly string[] }): Promise<void> {
      const names = [`person ${somebody.person}`, `code ${somebody.person}`, ...somebody.addresses.map(hashed)];
      // Keys are 'prefix:subject'.
      await queryWithin(within, "delete from app.attempts where split_part(key, ':', 2) = any($1)", [names]);
    },
  };
}

function tooManyEmails(): AppError {
  return new AppError('too_many_attempts', {
    message: 'We have sent you several emails. Wait 15 minutes before asking for another.',
  });
}

function tooMany({ msLeft }: Count): AppError {
  const retryAfter = Math.max(1, Math.ceil(msLeft / 1000));
  const wait = retryAfter < 90 ? `${retryAfter} seconds` : `${Math.ceil(retryAfter / 60)} minutes`;
  return new AppError('too_many_attempts', {
    message: `Too many attempts. Wait ${wait} and try again, or reset your password.`,
    retryAfter,
  });
}

// Addresses are never stored in plain text.
function hashed(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
}
