import { z } from 'zod';
import { listQuery } from '../../shared/records/list-query.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';
import { line, penceField } from '../../shared/schemas.ts';
import { VAT } from '../tenancy/tenancy.ts';

export const TEXTS = recordTexts({ one: 'agent', many: 'agents' });
export const PERCENT_WRONG = 'Enter a fee from 0 to 100 per cent';
const ONE_FEE = { path: ['feePercent'], error: 'Enter either a percentage or an amount' };

const fee = {
  feePercent: z
    .number({ error: PERCENT_WRONG })
    .min(0, PERCENT_WRONG)
    .max(100, PERCENT_WRONG)
    .multipleOf(0.01, PERCENT_WRONG)
    .nullable()
    .default(null)
    .describe('Per cent of the rent received; null if the fee is an amount'),
  feeFixed: penceField('Enter the fee').nullable().default(null).describe('Pence a payment'),
  vat: z.enum(VAT, { error: 'Choose one' }),
};

export const AgentInput = z
  .object({ name: line({ min: 1, max: 200, message: 'Name is required' }), ...fee })
  .refine(({ feePercent, feeFixed }) => (feePercent === null) !== (feeFixed === null), ONE_FEE)
  .meta({ id: 'AgentInput' });
export type AgentInput = z.infer<typeof AgentInput>;

export const Agent = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    dateAdded: z.string(),
    name: z.string(),
    feePercent: z.number().nullable(),
    feeFixed: z.number().int().nullable().describe('Pence a payment'),
    vat: z.enum(VAT),
    tenancies: z.number().int().describe('Number of tenancies it manages'),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

const AGENT_LIST = listQuery({ filters: {}, sorts: { name: 'Name A to Z', newest: 'Newest first' } });
export const AgentQuery = listSchema(AGENT_LIST, { search: 'name', more: {} });
export type AgentQuery = z.output<typeof AgentQuery>;

export const Collection = z
  .object({
    agentId: z.uuid().nullable().describe('Null if the tenants pay the rent'),
    autoMatch: z.boolean().describe('Whether exact matches are added to the ledger automatically'),
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof Collection>;
