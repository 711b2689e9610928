/** Reads and actions of people without an account, by a link about repairs. PostgreSQL limits each link's actions. */
import pg from 'pg';
import { inTransaction } from '../../server/db/transaction.server.ts';
import type { Services } from '../../server/services.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import type { ListedFile } from '../file/store.server.ts';
import { hashOf } from '../guest-link/guest-link.server.ts';
import type { Category, State, Urgency } from '../repair/listed.ts';
import { NOTIFY_REPAIR } from '../repair/queues.server.ts';
import { refusalOf } from '../repair/repair.server.ts';
import type { BILL_STATES, EVENT_KINDS, QUOTE_STATES, TimeSlot } from '../repair/repair.ts';

export type LinkedFile = {
  id: string;
  name: string;
  contentType: string;
  bytes: number;
  by: 'landlord' | 'tenant' | 'supplier';
  at: string;
  takenAt: string | null;
};

/** `name` is empty for another guest. */
export type StoryEvent = {
  id: string;
  at: string;
  by: 'landlord' | 'tenant' | 'supplier' | 'system';
  name: string;
  kind: (typeof EVENT_KINDS)[number];
  text: string;
  was: string | null;
  isNow: string | null;
};

export type OwnRepair = {
  number: number;
  title: string;
  category: Category;
  room: string;
  state: State;
  reportedAt: string;
};

export type TenantLink = {
  kind: 'tenant';
  landlord: string;
  recipient: string;
  former: boolean;
  address: string | null;
  repairs: OwnRepair[];
};
export type PosterLink = { kind: 'poster'; landlord: string; address: string | null };
type RepairLink = TenantLink | PosterLink | { kind: 'supplier'; landlord: string };

type Times = {
  bookedFrom: string | null;
  bookedUntil: string | null;
  proposedFrom: string | null;
  proposedUntil: string | null;
  proposedBy: 'landlord' | 'tenant' | 'supplier' | null;
};

export type TenantRepair = Times & {
  number: number;
  title: string;
  description: string;
  category: Category;
  urgency: Urgency;
  room: string;
  state: State;
  reason: string | null;
  reportedAt: string;
  doneAt: string | null;
  closedAt: string | null;
  landlord: string;
  former: boolean;
  files: LinkedFile[];
  story: StoryEvent[];
};

export type GoneJob = { recipient: string; number: number; title: string; gone: true };
/** The access note, address and tenants are present only while the supplier has the job. */
export type Job = Times & {
  recipient: string;
  number: number;
  title: string;
  description: string;
  category: Category;
  urgency: Urgency;
  room: string;
  times: TimeSlot[];
  pets: boolean;
  state: State;
  hasJob: boolean;
  gone: false;
  reportedAt: string;
  landlord: string;
  street: string | null;
  town: string | null;
  canAccept: boolean;
  limit: number | null;
  quote: {
    state: (typeof QUOTE_STATES)[number];
    answerBy: string | null;
    net: number | null;
    vat: number | null;
    note: string;
    validUntil: string | null;
    from: string | null;
    until: string | null;
  } | null;
  bills: { number: string; net: number; vat: number; due: string | null; state: (typeof BILL_STATES)[number] }[];
  files: LinkedFile[];
  story: StoryEvent[];
  accessNote?: string;
  address?: string;
  tenants?: { name: string; phone: string }[];
};

export type Report = {
  key: string;
  title: string;
  description: string;
  category: Category;
  urgency: Urgency;
  room: string;
  accessNote: string;
  times: TimeSlot[];
  pets: boolean;
  vulnerable: boolean;
  /** Present only for a guest who used a poster. */
  name?: string;
  email?: string;
  phone?: string;
};

export type Side = 'tenant' | 'supplier';
/** Acts on a repair, and returns the ids of the new events. */
export type Act = (side: Side, what: string, details: object) => Promise<string[]>;

export const FORMER = 'You have moved out, so you can read your repairs but not change them.';
const TOO_MANY = '20 repairs were reported for this home today. Call your landlord about this one.';

/** Turns PostgreSQL's refusals of a guest's action into errors with a message for the person. */
function refusal(error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError)) return error;
  const { code, constraint = '' } = error;
  if (code === 'TN430') return invalidField('photos', 'You can add up to 10 photos a day');
  if (code === 'TN431') return invalidField('form', TOO_MANY);
  if (code === 'TN432') return new AppError('wrong_state', { message: FORMER });
  if (code === 'TN422' || constraint.startsWith('document_versions_file_url'))
    return invalidField('photos', 'Choose the files again');
  if (constraint === 'repair_bills_number_key')
    return invalidField('billNumber', 'You have already sent an invoice with this number');
  return refusalOf(error);
}

export function repairGuests({ pool, clock, jobs }: Pick<Services, 'pool' | 'clock' | 'jobs'>) {
  const read = async <T>(call: string, token: string, ...more: unknown[]): Promise<T | undefined> => {
    const { rows } = await pool.query<{ found: T | null }>(`select ${call} as found`, [
      hashOf(token),
      clock.now(),
      ...more,
    ]);
    return rows[0]?.found ?? undefined;
  };

  /**
   * Runs `work` in one transaction, and queues the emails of its events in the same transaction. Throws `not_found`,
   * and the errors of `refusal`.
   */
  async function acting<T>(token: string, work: (act: Act, client: pg.PoolClient) => Promise<T>): Promise<T> {
    const values = [hashOf(token), clock.now()];
    try {
      return await inTransaction(pool, async (client) => {
        const account = 'select app.account_of_repair_link($1, $2) as "userId"';
        const { rows } = await client.query<{ userId: string | null }>(account, values);
        const userId = rows[0]?.userId;
        if (!userId) throw new AppError('not_found');
        const act: Act = async (side, what, details) => {
          const acts = `select app.act_as_${side}($1, $2, $3, $4) as events`;
          const answer = await client.query<{ events: string[] }>(acts, [...values, what, JSON.stringify(details)]);
          const events = answer.rows[0]?.events ?? [];
          for (const eventId of events) await notify(client, { userId, eventId });
          return events;
        };
        return work(act, client);
      });
    } catch (error) {
      throw refusal(error);
    }
  }

  const notify = (client: pg.PoolClient, job: { userId: string; eventId: string }) =>
    jobs.send(NOTIFY_REPAIR, job, { about: [job.userId], within: client });

  return {
    /** Undefined for an invalid link. */
    link: (token: string) => read<RepairLink>('app.repairs_of_link($1, $2)', token),
    repair: (token: string, number: number) => read<TenantRepair>('app.repair_of_tenant($1, $2, $3)', token, number),
    job: (token: string) => read<Job | GoneJob>('app.job_of_supplier($1, $2)', token),
    /** The account in which the guest may store files; undefined also for a former tenant. */
    account: (token: string) => read<string>('app.account_of_repair_link($1, $2)', token),

    async file(token: string, event: string): Promise<ListedFile | undefined> {
      const text = 'select * from app.repair_file_of_link($1, $2, $3)';
      return (await pool.query<ListedFile>(text, [hashOf(token), clock.now(), event])).rows[0];
    },

    acting,

    /** Reports once for each idempotency key; `added` then adds the photos. Returns the repair's number. */
    report: (token: string, report: Report, added: (act: Act, number: number) => Promise<unknown>): Promise<number> =>
      acting(token, async (act, client) => {
        const text = 'select number, event_id as "eventId", user_id as "userId" from app.report_repair($1, $2, $3)';
        const { rows } = await client.query<{ number: number; eventId: string | null; userId: string }>(text, [
          hashOf(token),
          clock.now(),
          JSON.stringify(report),
        ]);
        const [reported] = rows;
        if (!reported) throw new AppError('not_found');
        const { number, eventId, userId } = reported;
        if (!eventId) return number;
        await notify(client, { userId, eventId });
        await added(act, number);
        return number;
      }),
  };
}
