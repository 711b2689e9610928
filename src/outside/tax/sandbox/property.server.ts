/** Routes of the sandbox tax authority: a person's business details, obligations and cumulative updates. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';
import { addDays, londonDay } from '../../../shared/dates.ts';
import type { Clock } from '../../clock.ts';
import { headerProblems } from '../fraud-headers.ts';
import { type Fault, faultOf, isFault } from './faults.ts';
import { earliestDay, isTaxYear, periodsOf } from './periods.ts';
import { NEW_BUSINESS, type SandboxStore, type StoredBusiness } from './store.server.ts';

const HOUR_MS = 3_600_000;
/** Longer than any client's timeout. */
const SILENCE_MS = 120_000;
const AMENDMENT_YEARS = 2;

/** An error response of HMRC, with its code in a JSON body. */
class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code);
  }
}

const income = z.number().min(0).max(99_999_999_999.99).refine(hasTwoDecimals);
const expense = z.number().min(-99_999_999_999.99).max(99_999_999_999.99).refine(hasTwoDecimals);
const fields = <T extends z.ZodType>(type: T, names: readonly string[]) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, type.optional()])));
const ITEMISED = [
  'premisesRunningCosts',
  'repairsAndMaintenance',
  'financialCosts',
  'professionalFees',
  'costOfServices',
  'other',
  'travelCosts',
];
const NEVER_NEGATIVE = ['residentialFinancialCost', 'residentialFinancialCostsCarriedForward'];
const Body = z.strictObject({
  fromDate: z.iso.date().optional(),
  toDate: z.iso.date().optional(),
  ukProperty: z.strictObject({
    income: fields(income, ['premiumsOfLeaseGrant', 'reversePremiums', 'periodAmount', 'taxDeducted', 'otherIncome'])
      .extend({ rentARoom: z.strictObject({ rentsReceived: income }).optional() })
      .optional(),
    expenses: fields(expense, [...ITEMISED, 'consolidatedExpenses'])
      .extend(fields(income, NEVER_NEGATIVE).shape)
      .extend({ rentARoom: z.strictObject({ amountClaimed: income }).optional() })
      .optional(),
  }),
});

function hasTwoDecimals(amount: number): boolean {
  return /^-?\d+(\.\d{1,2})?$/.test(String(amount)) || Math.abs(amount) >= 1e11;
}

function businessIdOf(nino: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(`business ${nino}`).digest('hex').slice(0, 15)}`);
  return `XAIS${String(digits % 100_000_000_000n).padStart(11, '0')}`;
}

export function propertyRoutes(store: SandboxStore, clock: Clock): Hono {
  const app = new Hono();
  const now = () => clock.now().getTime();
  const today = () => londonDay(clock.now());
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error;
    return c.json({ code: error.code, message: `Sandbox: ${error.code}` }, error.status as ContentfulStatusCode);
  });
  app.use(async (c, next) => {
    c.header('X-CorrelationId', randomUUID());
    await next();
  });

  app.get('/individuals/business/details/:nino/list', async (c) => {
    const { id } = await personOf(c, '2.0');
    // Stores the business, so that the sandbox's page lists it.
    await store.change(id, (now) => now);
    return c.json({ listOfBusinesses: [{ typeOfBusiness: 'uk-property', businessId: id }] });
  });
  app.get('/individuals/business/details/:nino/:id', async (c) => {
    const { id, business } = await personOf(c, '2.0');
    const [chosen] = Object.keys(business.quarters).sort().reverse();
    return c.json({
      businessId: id,
      typeOfBusiness: 'uk-property',
      commencementDate: '2015-04-06',
      ...(chosen && {
        quarterlyTypeChoice: { quarterlyPeriodType: business.quarters[chosen], taxYearOfChoice: chosen },
      }),
    });
  });
  app.put('/individuals/business/details/:nino/:id/:year', async (c) => {
    const { id, business, year } = await personOf(c, '2.0');
    const choice = z.strictObject({ quarterlyPeriodType: z.enum(['standard', 'calendar']) });
    const { data } = choice.safeParse(jsonOf(await c.req.text()));
    if (!data) throw new Refusal(400, 'RULE_INCORRECT_OR_EMPTY_BODY_SUBMITTED');
    if (business.updates[year]) throw new Refusal(422, 'RULE_BUSINESS_ID_STATE_CONFLICT');
    const { quarterlyPeriodType: kind } = data;
    await store.change(id, (now) => ({ ...now, quarters: { ...now.quarters, [year]: kind } }));
    return c.body(null, 204);
  });

  app.get('/obligations/details/:nino/income-and-expenditure', async (c) => {
    const { id, business } = await personOf(c, '3.0');
    const { fromDate = '', toDate = '' } = c.req.query();
    if (!(fromDate <= toDate && addDays(fromDate, 366) >= toDate)) throw new Refusal(400, 'RULE_DATE_RANGE_INVALID');
    const years = [Number(fromDate.slice(0, 4)) - 1, Number(fromDate.slice(0, 4)), Number(toDate.slice(0, 4))];
    const periods = [...new Set(years)]
      .map((start) => `${start}-${String((start + 1) % 100).padStart(2, '0')}`)
      .flatMap((year) => periodsOf(year, business.quarters).map((period) => ({ ...period, year })))
      .filter(({ from, to }) => to >= fromDate && to <= toDate && from <= toDate);
    const obligationDetails = periods.map(({ year, from, to, due }) => {
      const update = business.updates[year];
      const isMet = update !== undefined && update.to >= to && Date.parse(update.fulfilledAt) <= now();
      return {
        periodStartDate: from,
        periodEndDate: to,
        dueDate: due,
        ...(isMet && { receivedDate: update.at.slice(0, 10) }),
        status: isMet ? 'fulfilled' : 'open',
      };
    });
    if (obligationDetails.length === 0) throw new Refusal(404, 'NO_OBLIGATIONS_FOUND');
    return c.json({ obligations: [{ typeOfBusiness: 'uk-property', businessId: id, obligationDetails }] });
  });

  const path = '/individuals/business/property/uk/:nino/:id/cumulative/:year';
  app.get(path, async (c) => {
    const { business, year } = await personOf(c, '6.0');
    const update = business.updates[year];
    if (!update) throw new Refusal(404, 'MATCHING_RESOURCE_NOT_FOUND');
    return c.json({ submittedOn: update.at, ...(JSON.parse(update.text) as object) });
  });
  app.put(path, async (c) => {
    const { id, business, year } = await personOf(c, '6.0');
    const kind = (await store.take('fault', id))?.kind ?? '';
    const fault = isFault(kind) ? faultOf(kind) : undefined;
    const text = await c.req.text();
    const headers = headerProblems((name) => c.req.header(name));
    if (fault && 'code' in fault) throw new Refusal(fault.status, fault.code);
    if (fault?.effect === 'slow') return silence(c);
    const to = acceptedEnd(text, { business, year });
    const at = new Date(now()).toISOString();
    const fulfilledAt = new Date(now() + (fault?.effect === 'late' ? HOUR_MS : 0)).toISOString();
    await store.change(id, (now) => {
      const count = (now.updates[year]?.count ?? 0) + 1;
      return { ...now, headers, updates: { ...now.updates, [year]: { text, to, at, fulfilledAt, count } } };
    });
    return fault ? respondWithFault(c, fault) : c.body(null, 204);
  });
  return app;

  /** Checks the request's version and formats, and that the business is the person's. Throws `Refusal`. */
  async function personOf(c: Context, version: string) {
    if (c.req.header('accept') !== `application/vnd.hmrc.${version}+json`)
      throw new Refusal(406, 'ACCEPT_HEADER_INVALID');
    const { nino = '', id, year } = c.req.param() as Record<string, string | undefined>;
    if (!/^[A-Z]{2}\d{6}[A-D]$/.test(nino)) throw new Refusal(400, 'FORMAT_NINO');
    const own = businessIdOf(nino);
    const requested = id ?? c.req.query('businessId');
    if (requested && !/^X[A-Z0-9]IS\d{11}$/.test(requested)) throw new Refusal(400, 'FORMAT_BUSINESS_ID');
    if (requested && requested !== own) throw new Refusal(404, 'MATCHING_RESOURCE_NOT_FOUND');
    if (year !== undefined && !isTaxYear(year)) throw new Refusal(400, 'FORMAT_TAX_YEAR');
    if (year !== undefined && year < '2025-26') throw new Refusal(400, 'RULE_TAX_YEAR_NOT_SUPPORTED');
    return { id: own, business: (await store.get('business', own)) ?? NEW_BUSINESS, year: year ?? '' };
  }

  /** Returns the last day of a valid update. Throws `Refusal`. */
  function acceptedEnd(text: string, { business, year }: { business: StoredBusiness; year: string }): string {
    const { data, error } = Body.safeParse(jsonOf(text));
    const isAmount = error?.issues.every(({ path }) => path[0] === 'ukProperty' && path.length > 2);
    if (!data) throw new Refusal(400, isAmount ? 'FORMAT_VALUE' : 'RULE_INCORRECT_OR_EMPTY_BODY_SUBMITTED');
    const { fromDate, toDate, ukProperty } = data;
    const parts = Object.values(ukProperty).filter((part) => part !== undefined);
    if (parts.length === 0 || parts.some((part) => Object.keys(part).length === 0))
      throw new Refusal(400, 'RULE_INCORRECT_OR_EMPTY_BODY_SUBMITTED');
    const expenses = Object.keys(ukProperty.expenses ?? {});
    if (expenses.includes('consolidatedExpenses') && expenses.some((name) => ITEMISED.includes(name)))
      throw new Refusal(400, 'RULE_BOTH_EXPENSES_SUPPLIED');
    if (!fromDate || !toDate) throw new Refusal(400, 'RULE_MISSING_SUBMISSION_DATES');
    if (toDate < fromDate) throw new Refusal(400, 'RULE_TO_DATE_BEFORE_FROM_DATE');
    const periods = periodsOf(year, business.quarters);
    if (periods[0]?.from !== fromDate) throw new Refusal(422, 'RULE_START_DATE_NOT_ALIGNED_WITH_REPORTING_TYPE');
    if (!periods.some(({ to }) => to === toDate))
      throw new Refusal(422, 'RULE_END_DATE_NOT_ALIGNED_WITH_REPORTING_TYPE');
    if (today() < earliestDay(toDate)) throw new Refusal(422, 'RULE_EARLY_DATA_SUBMISSION_NOT_ACCEPTED');
    const previous = business.updates[year];
    if (previous && previous.to > toDate) throw new Refusal(422, 'RULE_SUBMISSION_END_DATE_CANNOT_MOVE_BACKWARDS');
    if (today() > `${Number(year.slice(0, 4)) + AMENDMENT_YEARS}-01-31`)
      throw new Refusal(422, 'RULE_OUTSIDE_AMENDMENT_WINDOW');
    return toDate;
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function respondWithFault(c: Context, fault: Fault): Promise<Response> {
  if (!('effect' in fault) || fault.effect === 'late') return c.body(null, 204);
  if (fault.effect === 'garbage')
    return c.body('<!doctype html><p>{"code":', 200, { 'content-type': 'application/json' });
  return silence(c);
}

/** Sends no response until the client disconnects or `SILENCE_MS` have passed. */
async function silence(c: Context): Promise<Response> {
  await delay(SILENCE_MS, undefined, { signal: c.req.raw.signal }).catch(() => undefined);
  return c.body(null, 504);
}
