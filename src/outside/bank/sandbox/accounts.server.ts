/** Accounts of the sandbox bank: four reads a day of each kind, expiring consents, and errors on demand. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDay, londonDay } from '../../../shared/dates.ts';
import type { Clock } from '../../clock.ts';
import { refuse } from './answers.server.ts';
import { FAULTS, type Fault, type FaultKind, faultOf, isFault } from './faults.ts';
import { type SandboxEntry, type SandboxInstitution, sandboxAccount, sandboxBooks } from './portfolio.ts';
import type { SandboxStore, StoredRequisition } from './store.server.ts';

const READS_A_DAY = 4;
const DAY_MS = 86_400_000;
const RECONFIRM_DAYS = 90;
/** Longer than any client's timeout. */
const SILENCE_MS = 60_000;

type FoundAccount = NonNullable<ReturnType<typeof sandboxAccount>>;

export function accountRoutes(store: SandboxStore, clock: Clock): Hono {
  const app = new Hono();

  app.get('/:id/', async (c) => {
    const id = c.req.param('id');
    const stored = await store.get('account', id);
    const found = stored && sandboxAccount(stored.key);
    if (!found) return notFound(c);
    const { account, bank } = found;
    const at = clock.now().toISOString();
    const status = { status: 'READY', institution_id: bank.id, created: at, last_accessed: at };
    return c.json({
      id,
      iban: account.iban,
      bban: account.iban.slice(4),
      owner_name: 'A LANDLORD',
      name: account.name,
      ...status,
    });
  });

  app.get('/:id/details/', (c) =>
    respond(c, 'details', ({ account, bank }) => ({
      account: {
        resourceId: account.key,
        currency: 'GBP',
        ownerName: 'A LANDLORD',
        name: account.name,
        product: account.product,
        cashAccountType: account.kind,
        ...numbersOf(account, bank),
      },
    })),
  );
  app.get('/:id/balances/', (c) =>
    respond(c, 'balances', (found) => {
      const today = londonDay(clock.now());
      const { balance } = sandboxBooks(found, { today });
      const amounts = { interimBooked: balance, interimAvailable: balance + 50_000 };
      return {
        balances: Object.entries(amounts).map(([balanceType, pence]) => ({
          balanceAmount: amountOf(pence),
          balanceType,
          referenceDate: today,
        })),
      };
    }),
  );
  app.get('/:id/transactions/', async (c) => {
    const [from, to] = [c.req.query('date_from'), c.req.query('date_to')];
    if ([from, to].some((day) => day !== undefined && !isDay(day)) || (from && to && from > to))
      return refuse(c, 400, ['Incorrect date range', 'Starting date must precede the end date']);
    return respond(c, 'transactions', (found) => {
      const { booked, pending } = sandboxBooks(found, { today: londonDay(clock.now()), from, to });
      const { ids } = found.bank;
      return {
        transactions: {
          booked: booked.map((entry) => asTransaction(entry, { ids, booked: true })),
          pending: pending.map((entry) => asTransaction(entry, { ids, booked: false })),
        },
        last_updated: clock.now().toISOString(),
      };
    });
  });
  return app;

  /** Responds with the result of `make`, unless a fault, the consent or the limit prevents it. */
  async function respond(c: Context, kind: string, make: (found: FoundAccount) => object): Promise<Response> {
    const id = c.req.param('id') ?? '';
    const stored = await store.get('account', id);
    const found = stored && sandboxAccount(stored.key);
    if (!stored || !found) return notFound(c);
    const faultKind = (await store.take('fault', id))?.kind ?? '';
    if (isFault(faultKind)) return respondWithFault(c, faultOf(faultKind));
    const requisition = await store.get('requisition', stored.requisition);
    const ended = await endOf(stored.requisition, requisition);
    if (ended === 'none')
      return refuse(c, 403, [
        'No valid End User Agreement',
        'Account exists but there is no valid End User Agreement permitting you to access it',
      ]);
    if (ended) return respondWithFault(c, faultOf(ended));
    const { allowed, remaining, seconds } = await store.countRead(`${id}/${kind}`, READS_A_DAY);
    c.header('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_LIMIT', String(READS_A_DAY));
    c.header('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_REMAINING', String(remaining));
    c.header('HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_RESET', String(seconds));
    return allowed ? c.json(make(found)) : respondWithFault(c, FAULTS.limit);
  }

  /** Returns the fault of an expired or unconfirmed consent, 'none' without a consent; undefined if valid. */
  async function endOf(id: string, stored: StoredRequisition | undefined): Promise<FaultKind | 'none' | undefined> {
    const agreement = stored && (await store.get('agreement', stored.agreement));
    if (!stored || !agreement?.accepted || !['LN', 'EX'].includes(stored.status)) return 'none';
    const passed = (since: string) => (clock.now().getTime() - Date.parse(since)) / DAY_MS;
    if (passed(agreement.accepted) >= agreement.accessDays) {
      if (stored.status === 'LN') await store.put('requisition', id, { ...stored, status: 'EX' });
      return 'agreement';
    }
    const unconfirmed = passed(agreement.reconfirmed ?? agreement.accepted) >= RECONFIRM_DAYS;
    return agreement.reconfirmation && unconfirmed ? 'access' : undefined;
  }
}

const notFound = (c: Context) =>
  refuse(c, 404, ['Account ID not found', 'Please check whether you specified a valid Account ID']);

async function respondWithFault(c: Context, fault: Fault): Promise<Response> {
  if ('body' in fault) return c.json(fault.body, fault.status as ContentfulStatusCode);
  if (fault.effect === 'garbage')
    return c.body('<!doctype html><p>{"transactions":', 200, { 'content-type': 'application/json' });
  // The wait ends early if the client disconnects.
  await delay(SILENCE_MS, undefined, { signal: c.req.raw.signal }).catch(() => undefined);
  return c.body(null, 504);
}

function numbersOf({ sortCode, accountNumber, iban }: FoundAccount['account'], { numbers }: SandboxInstitution) {
  if (numbers === 'scan') return { scan: sortCode + accountNumber, iban };
  return numbers === 'iban' ? { iban } : { bban: iban.slice(4) };
}

const amountOf = (pence: number) => {
  const digits = String(Math.abs(pence)).padStart(3, '0');
  return { amount: `${pence < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`, currency: 'GBP' };
};

/** The id of a pending entry, if any, changes when the entry is booked. */
function asTransaction(entry: SandboxEntry, { ids, booked }: { ids: SandboxInstitution['ids']; booked: boolean }) {
  const { id, date, amount, party, text } = entry;
  const transactionId = booked ? id : `pending-${id}`;
  return {
    ...(ids !== 'none' && (booked || ids === 'both') && { transactionId }),
    ...(ids === 'both' && booked && { internalTransactionId: `internal-${id}` }),
    [booked ? 'bookingDate' : 'valueDate']: date,
    transactionAmount: amountOf(amount),
    ...(party && { [amount < 0 ? 'creditorName' : 'debtorName']: party }),
    remittanceInformationUnstructured: text,
  };
}
