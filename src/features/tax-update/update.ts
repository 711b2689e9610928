/** Quarterly updates, shared by the API and the screens. Amounts are pence, days YYYY-MM-DD. */
import { z } from 'zod';
import { DETAILS } from '../tax/rules/hmrc-body.ts';
import { QUARTER_KINDS } from '../tax/rules/tax-year.ts';
import { FIRST_UPDATES, TaxRowItem, TaxRowQuery, TaxYearPath } from '../tax/tax.ts';

const pence = z.number().int().describe('Pence');
const rows = z.number().int().min(0).describe('Number of transactions');
const day = z.iso.date();

const UPDATE_STATES = ['ready', 'sending', 'unknown', 'sent', 'fulfilled', 'refused', 'elsewhere'] as const;
export type UpdateState = (typeof UPDATE_STATES)[number];
const state = z.enum(UPDATE_STATES);

const UPDATES_WRONG = `Enter a tax year from ${FIRST_UPDATES}, such as ${FIRST_UPDATES}`;
export const UpdateYearPath = TaxYearPath.extend({
  year: TaxYearPath.shape.year.refine((year) => year >= FIRST_UPDATES, UPDATES_WRONG),
});
export const UpdatePath = UpdateYearPath.extend({
  update: z.enum(['1', '2', '3', '4'], 'Choose an update from 1 to 4'),
});

export const OwnerQuery = z.object({
  owner: z.uuid('Choose an owner').optional().describe('By default the first owner, or the only one'),
});

export const QuartersInput = z
  .object({
    kind: z.enum(QUARTER_KINDS, 'Choose standard or calendar quarters'),
    detail: z.enum(DETAILS, 'Choose what the updates contain'),
  })
  .meta({ id: 'TaxQuartersInput' });
export type QuartersInput = z.infer<typeof QuartersInput>;

const Quarters = QuartersInput.extend({
  chosen: z.boolean().describe('Whether the owner reports quarterly'),
  fixed: z.boolean().describe('An update of this year or a later one was sent, so its quarters cannot change'),
});

const BoxAmount = z.object({ box: z.string().nullable(), label: z.string(), pence });

/** A sent update, or an attempt. */
const Kept = z
  .object({
    id: z.uuid(),
    update: z.number().int(),
    state,
    from: day,
    to: day,
    boxes: z.array(BoxAmount),
    body: z.string().describe('The exact JSON text that was sent'),
    sha256: z.string().describe('Hash of the body'),
    madeAt: z.iso.datetime(),
    madeBy: z.string().nullable(),
    sentAt: z.iso.datetime().nullable(),
    correlationId: z.string().nullable().describe('HMRC’s reference'),
    leftOut: z.object({ rows, pence }).describe('Transactions that were waiting for an answer'),
    sentence: z.string().nullable().describe('The outcome and the next step'),
  })
  .meta({ id: 'TaxUpdateKept' });
export type Kept = z.infer<typeof Kept>;

const CONNECTION_STATES = ['unavailable', 'none', 'begun', 'granted', 'active', 'ended'] as const;
const Connection = z.object({
  state: z.enum(CONNECTION_STATES).describe('unavailable: this server is not connected to HMRC'),
  sandbox: z.boolean(),
  approved: z.boolean().describe('Whether HMRC has approved this server for live use'),
  sentence: z.string().nullable().describe('Why there is no permission'),
  until: day.nullable().describe('The day on which permission ends'),
  needsNino: z.boolean(),
  disconnectUrl: z.string().nullable().describe('Where permission is withdrawn at HMRC'),
});
export type Connection = z.infer<typeof Connection>;

const Period = z.object({
  update: z.number().int(),
  from: day,
  to: day,
  due: day,
  earliest: day.describe('The first day on which it can be sent'),
  obligation: z.enum(['met', 'late', 'next', 'later']),
  text: z.string().describe('Due day, and days late or left'),
  state,
  income: pence.nullable(),
  expenses: pence.nullable(),
  corrections: z.object({ rows, pence }).nullable().describe('Changes since it was sent, of the last update sent'),
});
export type Period = z.infer<typeof Period>;

const Base = z.object({
  year: z.string(),
  owner: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  owners: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('To choose from, if there are several'),
  quarters: Quarters,
  connection: Connection,
});

export const TaxUpdates = Base.extend({
  updates: z.array(Period),
  returnDue: day,
  outside: z.object({ from: day, to: day }).nullable().describe('Days in no update, to add at the year end'),
}).meta({ id: 'TaxUpdates' });
export type TaxUpdates = z.infer<typeof TaxUpdates>;

const Column = BoxAmount.extend({
  lines: z.array(z.string()).describe('Tax lines of its transactions'),
  last: pence.describe('In the last update'),
  corrected: pence.describe('Changes of transactions in the last update’s period'),
  added: pence.describe('Transactions after the last update’s period'),
});
export type Column = z.infer<typeof Column>;

const ChangedRow = z.object({
  id: z.uuid(),
  date: day.nullable(),
  description: z.string().nullable().describe('Null for a transaction that was deleted'),
  address: z.string().nullable(),
  box: z.string().nullable(),
  boxBefore: z.string().nullable(),
  before: pence.nullable().describe('The amount sent; null for an added transaction'),
  after: pence.nullable().describe('Null for a transaction that was removed'),
  share: TaxRowItem.shape.share.describe('The owner’s share of these amounts; null for the whole or a deleted one'),
});
export type ChangedRow = z.infer<typeof ChangedRow>;

const HeldBack = z.object({
  reason: z.enum(['negative', 'too-large', 'allowance', 'too-early', 'goes-back', 'three-lines', 'company']),
  box: z.string().nullable(),
  text: z.string(),
});

export const TaxUpdate = Base.extend({
  update: Period,
  last: Kept.nullable().describe('The last update sent, or marked as sent'),
  attempt: Kept.nullable().describe('The last attempt for this update'),
  columns: z.array(Column),
  totals: z.object({ income: pence, expenses: pence }),
  waiting: z.object({ rows, pence }),
  heldBack: z.array(HeldBack),
  body: z.string().describe('The JSON text to send'),
  sha256: z.string(),
  changed: z.object({ rows: z.array(ChangedRow), more: z.boolean() }),
}).meta({ id: 'TaxUpdate' });
export type TaxUpdate = z.infer<typeof TaxUpdate>;

const size = z.object({ width: z.number().int().min(0).max(100_000), height: z.number().int().min(0).max(100_000) });
/** Facts of the browser for HMRC's fraud prevention headers. */
export const BrowserFacts = z
  .object({
    deviceId: z.uuid().nullable(),
    userAgent: z.string().max(500).nullable(),
    utcOffset: z.number().int().min(-840).max(840).nullable(),
    screens: z
      .array(size.extend({ scale: z.number().positive().max(100), depth: z.number().int().min(1).max(100) }))
      .max(8),
    window: size.nullable(),
  })
  .meta({ id: 'TaxBrowserFacts' });
export type BrowserFacts = z.infer<typeof BrowserFacts>;

export const SendInput = z
  .object({
    way: z.enum(['hmrc', 'elsewhere'], 'Choose how it is sent'),
    sha256: z.string().describe('Hash of the body that was shown'),
    leftOut: z
      .object({ rows, pence })
      .nullable()
      .describe('Number and sum of the waiting transactions that you leave out'),
    browser: BrowserFacts.nullable(),
  })
  .meta({ id: 'TaxUpdateSend' });
export type SendInput = z.infer<typeof SendInput>;

export const CheckInput = z.object({ browser: BrowserFacts.nullable() }).meta({ id: 'TaxUpdateCheck' });

export const UPDATE_PARTS = ['new', 'before'] as const;
export const PartQuery = OwnerQuery.extend({
  line: TaxRowQuery.shape.line,
  part: z.enum(UPDATE_PARTS).describe('After the last update’s period, or in it').default('new'),
});

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json'] as const;
export const ExportQuery = OwnerQuery.extend({
  format: z.enum(EXPORT_FORMATS, 'Choose CSV, Excel or JSON').default('csv'),
});
