import { z } from 'zod';
import { counted } from '../../shared/text.ts';

const LeftOutMember = z.object({ name: z.string(), email: z.string(), role: z.string() });
export type LeftOutMember = z.infer<typeof LeftOutMember>;

/** Stored with a checked download. */
export const LeftOut = z.object({
  /** Numbers of rows by table. */
  tables: z.record(z.string(), z.number()),
  members: z.array(LeftOutMember),
  lostFiles: z.number(),
  profile: z.object({ name: z.string().nullable(), hidesSteps: z.boolean() }),
});
export type LeftOut = z.infer<typeof LeftOut>;

export const Restore = z
  .object({
    id: z.uuid(),
    state: z.enum(['checked', 'restored']),
    madeAt: z.iso.datetime().describe('When the download was made'),
    accountName: z.string(),
    bytes: z.number().int().describe('Bytes of its files'),
    tables: z.record(z.string(), z.number().int()).describe('Restored rows by table'),
    leftOut: z.record(z.string(), z.number().int()).describe('Rows of tables that are not restored'),
    members: z.array(LeftOutMember).describe('People to invite again'),
    lostFiles: z.number().int().describe('Files whose content was missing in the download'),
    addedAt: z.iso.datetime(),
    restoredAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Restore' });
export type Restore = z.infer<typeof Restore>;

export const RestoreState = z.object({
  obstacle: z.string().nullable().describe('Why a download cannot be restored into this account; null if it can'),
  restore: Restore.nullable().describe('The latest checked or restored download'),
});
export type RestoreState = z.infer<typeof RestoreState>;

export const RestoreProgress = z.union([
  z.object({ done: z.number(), of: z.number() }),
  z.object({ restore: Restore }),
  z.object({ error: z.string() }),
]);
export type RestoreProgress = z.infer<typeof RestoreProgress>;

const COUNTED: readonly (readonly [table: string, one: string, many?: string])[] = [
  ['properties', 'property', 'properties'],
  ['tenants', 'tenant'],
  ['tenancies', 'tenancy', 'tenancies'],
  ['transactions', 'transaction'],
  ['suppliers', 'supplier'],
  ['property_certificates', 'certificate'],
  ['documents', 'document'],
  ['repairs', 'repair'],
  ['inspections', 'inspection'],
  ['bank_accounts', 'bank account'],
  ['owners', 'owner'],
  ['loans', 'loan'],
  ['journeys', 'journey'],
  ['files', 'file'],
];

/** Returns ['3 properties', '1 tenant']. */
export function countsOf(tables: Restore['tables']): string[] {
  return COUNTED.flatMap(([table, one, many]) => (tables[table] ? counted(tables[table], one, many) : []));
}

type Left = Pick<Restore, 'tables' | 'leftOut' | 'members' | 'lostFiles'>;

const NOT_RESTORED: readonly (readonly [isLeft: (left: Left) => boolean, line: string])[] = [
  [({ leftOut }) => has(leftOut, 'bank_connections'), 'Bank connections. Connect your bank again.'],
  [({ leftOut }) => has(leftOut, 'tax_connections'), 'The connection to HMRC. Connect to HMRC again.'],
  [({ leftOut }) => has(leftOut, 'api_keys'), 'API keys. Add new ones.'],
  [({ leftOut }) => has(leftOut, 'webhook_endpoints'), 'Webhooks and their secrets. Add them again.'],
  [({ leftOut }) => has(leftOut, 'calendar_feeds'), 'Calendar links. Create a new one in Settings.'],
  [({ tables }) => has(tables, 'guest_links'), 'Links to tenants and suppliers. They are withdrawn, so send new ones.'],
  [({ tables }) => has(tables, 'owners'), 'Owners’ National Insurance numbers. Enter them again.'],
  [({ tables }) => has(tables, 'reminder_settings'), 'Rent reminders are off. Turn them on again.'],
  [({ leftOut }) => has(leftOut, 'statement_imports'), 'Bank statement files that were not imported yet.'],
  [({ leftOut }) => has(leftOut, 'imports'), 'Undo for spreadsheet imports.'],
  [({ leftOut }) => has(leftOut, 'subscriptions'), 'The other account’s plan.'],
  [({ members }) => members.length > 0, 'The other account’s people. Invite them again.'],
  [({ lostFiles }) => lostFiles > 0, 'Files that were missing when the download was made.'],
];

const has = (rows: Record<string, number>, table: string) => (rows[table] ?? 0) > 0;

/** Sentences about the parts of a download that are not restored. */
export const notRestored = (left: Left) => NOT_RESTORED.flatMap(([isLeft, line]) => (isLeft(left) ? line : []));
