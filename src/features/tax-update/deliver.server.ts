/**
 * Sends a stored update to HMRC exactly once. Each attempt is stored before its call. After an attempt with an unknown
 * outcome, the next attempt reads the update at HMRC, and sends again only if it differs.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Sender, UpdateBody } from '../../outside/tax/tax.ts';
import { TaxError, type TaxFailure } from '../../outside/tax/tax.ts';
import { taxYearOf } from '../tax/rules/tax-year.ts';
import { accessOf, type Plan, type Run } from './connection.server.ts';

/** Longer than all calls of an attempt can take. */
export const LEASE_MS = 180_000;

type Row = {
  id: string;
  owner_id: string | null;
  year: string;
  ends_on: string;
  body: string;
  attempts: number;
  state: string;
};

const UNKNOWN_OUTCOMES: ReadonlySet<TaxFailure> = new Set(['unavailable', 'no_answer', 'bad_answer']);

export type Delivery = 'done' | 'again' | 'unfulfilled';

/** Rejects only with unexpected errors, because HMRC's failures are stored. */
export async function deliverUpdate(plan: Plan, run: Run, { id, sender }: { id: string; sender: Sender }) {
  const row = await claim(plan, run, id);
  if (!row) return checkFulfilled(plan, run, { id, sender });
  const settle = (values: object) =>
    run((db) =>
      db
        .updateTable('tax_updates')
        .set({ ...values, leased_until: null })
        .where('id', '=', id)
        .where('state', 'in', ['sending', 'unknown'])
        .execute(),
    );
  try {
    const { access, nino, businessId } = await accessOf(plan, run, await ownerOf(run, row));
    if (!businessId) throw new TaxError('no_business', 'no business is stored');
    const call = { access, nino, sender };
    const of = { businessId, year: row.year };
    if (row.attempts > 1 && isAtHmrc(await plan.tax.read(call, of), row.body)) {
      await settle({ state: 'sent', failure: null, sent_at: plan.clock.now() });
      return await checkFulfilled(plan, run, { id, sender });
    }
    const { correlationId } = await plan.tax.send(call, { ...of, text: row.body });
    await settle({ state: 'sent', failure: null, correlation_id: correlationId, sent_at: plan.clock.now() });
  } catch (error) {
    if (!(error instanceof TaxError)) throw error;
    return settleFailure(settle, row, error);
  }
  return checkFulfilled(plan, run, { id, sender });
}

/** Stores the attempt. Returns undefined while another worker has the lease, or once the update is settled. */
function claim({ clock }: Plan, run: Run, id: string): Promise<Row | undefined> {
  const now = clock.now();
  return run(async (db) => {
    const { rows } = await sql<Row>`
      update tax_updates set attempts = attempts + 1, leased_until = ${new Date(now.getTime() + LEASE_MS)}
      where id = ${id} and state in ('sending', 'unknown') and (leased_until is null or leased_until <= ${now})
      returning id, owner_id, year, ends_on::text, body, attempts::integer, state`.execute(db);
    return rows[0];
  });
}

/** An update that was saved before owners were added belongs to the first owner. */
async function ownerOf(run: Run, { owner_id }: Pick<Row, 'owner_id'>): Promise<string> {
  if (owner_id) return owner_id;
  const first = await run((db) =>
    db.selectFrom('owners').select('id').orderBy('date_added').orderBy('id').limit(1).executeTakeFirst(),
  );
  if (!first) throw new TaxError('consent_ended', 'there is no owner');
  return first.id;
}

function isAtHmrc(found: UpdateBody | null, body: string): boolean {
  return found !== null && isDeepStrictEqual(found, JSON.parse(body));
}

async function settleFailure(
  settle: (values: object) => Promise<unknown>,
  { attempts }: Row,
  { failure, answer: { correlationId } }: TaxError,
): Promise<Delivery> {
  const reference = correlationId ? { correlation_id: correlationId } : {};
  if (UNKNOWN_OUTCOMES.has(failure)) {
    // 'unavailable' is an answer, so this attempt was not stored. After several attempts, an earlier one may have been.
    const state = failure === 'unavailable' && attempts === 1 ? 'sending' : 'unknown';
    await settle({ state, failure, ...reference });
    return 'again';
  }
  // An earlier attempt may have arrived. It is read back after the landlord has connected again.
  if (failure === 'consent_ended' && attempts > 1) {
    await settle({ state: 'unknown', failure, ...reference });
    return 'done';
  }
  await settle({ state: 'refused', failure, ...reference });
  return 'done';
}

type UpdateCall = { id: string; sender: Sender };

/** HMRC can take an hour to fulfil an obligation. */
async function checkFulfilled(plan: Plan, run: Run, { id, sender }: UpdateCall): Promise<Delivery> {
  const row = await run((db) =>
    db
      .selectFrom('tax_updates')
      .select(['id', 'owner_id', 'year', 'state', sql<string>`ends_on::text`.as('ends_on')])
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (row?.state === 'sending' || row?.state === 'unknown') return 'again';
  if (row?.state !== 'sent') return 'done';
  try {
    const { access, nino, businessId } = await accessOf(plan, run, await ownerOf(run, row));
    const { from, to } = taxYearOf(row.ends_on);
    const period = { businessId: businessId ?? '', from, to };
    const found = await plan.tax.obligations({ access, nino, sender }, period);
    if (!found.some((one) => one.to === row.ends_on && one.isFulfilled)) return 'unfulfilled';
  } catch (error) {
    if (error instanceof TaxError) return 'unfulfilled';
    throw error;
  }
  await run((db) =>
    db
      .updateTable('tax_updates')
      .set({ state: 'fulfilled' })
      .where('id', '=', id)
      .where('state', '=', 'sent')
      .execute(),
  );
  return 'done';
}
