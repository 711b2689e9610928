import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { sql } from 'kysely';
import { IdempotencyKey, keyOf, withIdempotencyKey } from '../../server/http/idempotency.server.ts';
import { recordApi } from '../../server/http/record-api.server.ts';
import { RecordId, recordId } from '../../server/http/records.server.ts';
import { answer, body, failures, needs, router } from '../../server/http/routes.server.ts';
import { firstList, listAddress, type NounParts, read, recordAt, recordPaths } from '../../server/noun-parts.server.ts';
import type { AppEnv, Services } from '../../server/services.server.ts';
import { readAsUser, withUser } from '../../server/session/session.server.ts';
import type { UserDb } from '../../server/session/with-user.server.ts';
import { AppError, invalidField } from '../../shared/app-error.ts';
import { londonDay } from '../../shared/dates.ts';
import { requestFileClearing } from '../file/jobs.server.ts';
import { callerId } from '../file/store.server.ts';
import { acceptBill, addBill, recharge, refuseBill } from './bills.server.ts';
import { boardQuery, REPAIR_LIST, TEXTS } from './listed.ts';
import { repairNotices } from './notices.server.ts';
import { NOTIFY_REPAIR } from './queues.server.ts';
import {
  type Action,
  act,
  attachFile,
  readBoard,
  readSummary,
  readTargets,
  recordOf,
  repairTable,
  setTargets,
} from './repair.server.ts';
import {
  AskInput,
  BillInput,
  Board,
  BoardQuery,
  FileInput,
  MatchInput,
  MessageInput,
  MoveInput,
  ProposalInput,
  RechargeInput,
  Repair,
  RepairChange,
  RepairInput,
  RepairQuery,
  RepairRecord,
  RepairSummary,
  RepairSummaryQuery,
  RepairTargets,
  validateMove,
  validateTimes,
} from './repair.ts';

const path = '/api/repairs';
const tags = ['Repairs'];
const toChange = { ...needs('repairs.change'), tags } as const;

const board = createRoute({
  operationId: 'readRepairBoard',
  method: 'get',
  ...needs('repairs.see'),
  path: `${path}/board`,
  tags,
  summary: 'Open repairs by state, with counts',
  request: { query: BoardQuery },
  responses: { 200: answer(Board, 'Up to 50 in each state'), 400: failures.input[400], ...failures.signedIn },
});

const summary = createRoute({
  operationId: 'readRepairSummary',
  method: 'get',
  ...needs('repairs.see'),
  path: `${path}/summary`,
  tags,
  summary: 'Number and cost of the repairs of a property, a tenant or a supplier',
  request: { query: RepairSummaryQuery },
  responses: { 200: answer(RepairSummary, 'The figures'), 400: failures.input[400], ...failures.signedIn },
});

const targets = createRoute({
  operationId: 'readRepairTargets',
  method: 'get',
  ...needs('repairs.see'),
  path: `${path}/targets`,
  tags,
  summary: 'Hours until a repair is late',
  responses: { 200: answer(RepairTargets, 'By urgency'), ...failures.signedIn },
});

const saveTargets = createRoute({
  operationId: 'changeRepairTargets',
  method: 'put',
  ...toChange,
  path: `${path}/targets`,
  summary: 'Change the hours until a repair is late',
  request: { body: body(RepairTargets) },
  responses: { 200: answer(RepairTargets, 'Saved'), ...failures.input, ...failures.signedIn },
});

const saved = {
  200: answer(RepairRecord, 'The repair with its story'),
  ...failures.input,
  ...failures.signedIn,
  ...failures.found,
  409: { ...failures.version[409], description: 'The state does not allow it: wrong_state' },
} as const;

const action = <Input extends z.ZodType>(operationId: string, input: Input, summary: string) =>
  ({
    operationId,
    method: 'post',
    ...toChange,
    summary,
    request: { params: RecordId, body: body(input) },
    responses: saved,
  }) as const;

const move = createRoute({
  ...action('moveRepair', MoveInput, 'Move a repair to another state'),
  path: `${path}/{id}/moves`,
});
const message = createRoute({
  ...action('writeAboutRepair', MessageInput, 'Write to the tenant or a supplier, or a note to yourselves'),
  path: `${path}/{id}/messages`,
});
const propose = createRoute({
  ...action('proposeRepairTime', ProposalInput, 'Propose a time, which the tenant or the supplier confirms'),
  path: `${path}/{id}/proposals`,
});
const ask = createRoute({
  ...action('askForQuotes', AskInput, 'Request quotes from suppliers, each by a separate link'),
  path: `${path}/{id}/quotes`,
});
const SupplierChosen = z.object({ supplierId: z.uuid('Choose a supplier') }).meta({ id: 'RepairSupplierInput' });
const give = createRoute({
  ...action('giveRepair', SupplierChosen, 'Give the job to a supplier; the others are notified'),
  path: `${path}/{id}/supplier`,
});
const attach = createRoute({
  ...action('addRepairFile', FileInput, 'Add a photo or paper'),
  path: `${path}/{id}/files`,
});
const match = createRoute({
  ...action('matchRepairReporter', MatchInput, 'Choose who reported a repair on a poster’s page'),
  path: `${path}/{id}/reporter`,
});
const bill = createRoute({ ...action('addRepairInvoice', BillInput, 'Add an invoice'), path: `${path}/{id}/invoices` });
const charge = createRoute({
  ...action('rechargeRepair', RechargeInput, 'Add a charge or a rent reduction for a repair to the tenant’s ledger'),
  ...needs('rent.change'),
  request: { params: RecordId, headers: IdempotencyKey, body: body(RechargeInput) },
  path: `${path}/{id}/recharges`,
});

const ofBill = { params: RecordId.extend({ billId: z.string().describe('UUID') }) };
const accept = createRoute({
  operationId: 'acceptRepairInvoice',
  method: 'post',
  ...needs('money.change'),
  tags,
  path: `${path}/{id}/invoices/{billId}/accept`,
  summary: 'Accept an invoice, which becomes a transaction to pay; needs the right to change repairs too',
  request: ofBill,
  responses: saved,
});
const refuse = createRoute({
  operationId: 'refuseRepairInvoice',
  method: 'post',
  ...toChange,
  path: `${path}/{id}/invoices/{billId}/refuse`,
  summary: 'Refuse an invoice',
  request: ofBill,
  responses: saved,
});

export function repairApi(services: Services) {
  const now = () => services.clock.now();
  const today = () => londonDay(now());
  const once = withIdempotencyKey(services.secret);
  type Ctx = Context<AppEnv>;
  /** Runs `work`, queues the emails of its events, and returns the repair. */
  const runAndRead = (c: Ctx, work: (db: UserDb, id: string) => Promise<string[]>) => {
    const id = recordId(c);
    return withUser(services, c, 'guarded', async (db) => {
      await notify(services, db, await work(db, id));
      return recordOf(db, id);
    });
  };
  const plain = (c: Ctx, what: Action, details: object) => runAndRead(c, (db, id) => act(db, id, what, details));

  const table = {
    ...repairTable,
    async add(db: UserDb, input: RepairInput): Promise<RepairRecord> {
      const added = await repairTable.add(db, input);
      await notify(
        services,
        db,
        added.events.map(({ id }) => id),
      );
      return added;
    },
  };

  // 'board', 'summary' and 'targets' must come before '{id}', which would match them as an id.
  return router()
    .openapi(board, async (c) => {
      const query = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'guarded', (db) => readBoard(db, query)), 200);
    })
    .openapi(summary, async (c) => {
      const of = c.req.valid('query');
      return c.json(await readAsUser(services, c, 'guarded', (db) => readSummary(db, of)), 200);
    })
    .openapi(targets, async (c) => c.json(await readAsUser(services, c, 'open', readTargets), 200))
    .openapi(saveTargets, async (c) => {
      const input = c.req.valid('json');
      return c.json(await withUser(services, c, 'guarded', (db) => setTargets(db, input)), 200);
    })
    .route(
      '/',
      recordApi(services, {
        path: '/api/repairs',
        area: 'repairs',
        one: 'repair',
        query: RepairQuery,
        item: Repair,
        record: RepairRecord,
        input: RepairInput,
        change: RepairChange,
        table,
        notFound: TEXTS.notFound,
        nameOf: ({ title }) => title,
        onRemoved: () => requestFileClearing(services),
      }),
    )
    .openapi(move, async (c) => {
      const input = c.req.valid('json');
      refuseFields(validateMove(input, now(), today()));
      return c.json(await plain(c, 'move', input), 200);
    })
    .openapi(message, async (c) => {
      const input = c.req.valid('json');
      if (input.to === 'supplier' && !input.supplierId) throw invalidField('supplierId', 'Choose a supplier');
      return c.json(await plain(c, 'message', input), 200);
    })
    .openapi(propose, async (c) => {
      const input = c.req.valid('json');
      refuseFields(validateTimes(input, now()));
      return c.json(await plain(c, 'propose', input), 200);
    })
    .openapi(ask, async (c) => {
      const input = c.req.valid('json');
      if (input.firstGetsIt && input.costLimit === null) throw invalidField('costLimit', 'Enter an amount');
      if (input.answerBy && input.answerBy < today()) throw invalidField('answerBy', 'Enter today or a later date');
      return c.json(await plain(c, 'ask', input), 200);
    })
    .openapi(give, async (c) => c.json(await plain(c, 'give', c.req.valid('json')), 200))
    .openapi(attach, async (c) => {
      const { url, ...seen } = c.req.valid('json');
      return c.json(await runAndRead(c, (db, id) => attachFile(db, id, { url, ...seen })), 200);
    })
    .openapi(match, async (c) => c.json(await plain(c, 'match', c.req.valid('json')), 200))
    .openapi(bill, async (c) => {
      const input = c.req.valid('json');
      return c.json(await runAndRead(c, (db, id) => addBill(db, id, input)), 200);
    })
    .openapi(charge, async (c) => {
      const [id, input] = [recordId(c), c.req.valid('json')];
      const sent = { key: keyOf(c), noun: `${path}/${id}/recharges`, input };
      const after = await withUser(services, c, 'guarded', (db) =>
        once(db, sent, {
          add: async () => {
            await notify(services, db, await recharge(db, id, input));
            return recordOf(db, id);
          },
          get: () => recordOf(db, id),
          nameOf: () => input.reason,
        }),
      );
      return c.json(after, 200);
    })
    .openapi(accept, async (c) => {
      const billId = recordId(c, 'billId');
      return c.json(await runAndRead(c, (db, id) => acceptBill(db, { id, billId, today: today() })), 200);
    })
    .openapi(refuse, async (c) => {
      const billId = recordId(c, 'billId');
      return c.json(await runAndRead(c, (db, id) => refuseBill(db, { id, billId })), 200);
    });
}

function refuseFields(fields: Record<string, string>): void {
  if (Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields });
}

/** Queues the emails of events in the transaction. Internal events have no emails. */
async function notify({ jobs }: Pick<Services, 'jobs'>, db: UserDb, events: string[]): Promise<void> {
  if (events.length === 0) return;
  const userId = await callerId(db);
  for (const eventId of events) await jobs.send(NOTIFY_REPAIR, { userId, eventId }, { about: [userId], within: db });
}

const FIRST_LIST = firstList('repairs', { list: REPAIR_LIST, query: RepairQuery, table: repairTable });

export const repairParts = {
  id: 'repairs',
  paths: recordPaths('repairs'),
  first: {
    address: (asked) => {
      const search = REPAIR_LIST.search(asked.search);
      return search.group ? FIRST_LIST.address(asked) : listAddress('repairs/board', boardQuery(search));
    },
    reads: (db, asked) => {
      const search = REPAIR_LIST.search(asked.search);
      if (search.group) return FIRST_LIST.reads(db, asked);
      const board = boardQuery(search);
      return [read(['repairs', 'board', board], () => readBoard(db, BoardQuery.parse(board)))];
    },
  },
  activity: {
    repair: { icon: 'tool', ofProperty: true, table: 'repairs', href: recordAt('repairs') },
    'repair invoice': { icon: 'paper' },
    'repair targets': { icon: 'tool', words: () => 'Repair targets changed' },
  },
  tables: {
    repairs: 'Repairs of your properties.',
    repair_events: 'The story of each repair, with messages.',
    repair_quotes: 'Suppliers that you asked for a quote, with their answers.',
    repair_bills: 'Invoices for repairs.',
    repair_targets: 'Hours until a repair is late.',
  },
  search: {
    found: Repair.pick({ id: true, number: true, title: true, address: true, state: true }),
    columns: sql`id, number, title, coalesce(property_address, (select p.address from properties p where p.id = property_id), '') as address, state from repairs`,
    ids: (q) => sql`app.find_repairs(${q})`,
    order: sql`number desc`,
  },
  notices: repairNotices,
} as const satisfies NounParts;
