/** A letting agent, who collects rent and pays it on less a fee. */
import { z } from 'zod';
import { listQuery } from '../../shared/list-query.ts';
import { listSchema } from '../../shared/list-schema.ts';
import { recordTexts } from '../../shared/record-texts.ts';
import { line, penceField } from '../../shared/schemas.ts';
import { VAT } from '../tenancy/agent-fee.ts';

export const TEXTS = recordTexts({ one: 'agent', many: 'agents' });
export const PERCENT_WRONG = 'Please enter a fee from 0 to 100 per cent';
const ONE_FEE = { path: ['feePercent'], error: 'Please enter either a percentage or an amount' };

const fee = {
  feePercent: z
    .number({ error: PERCENT_WRONG })
    .min(0, PERCENT_WRONG)
    .max(100, PERCENT_WRONG)
    .multipleOf(0.01, PERCENT_WRONG)
    .nullable()
    .default(null)
    .describe('Per cent of the rent that came in; null where the fee is an amount'),
  feeFixed: penceField('Please enter the fee').nullable().default(null).describe('Pence a payment'),
  vat: z.enum(VAT, { error: 'Please choose' }),
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
    tenancies: z.number().int().describe('How many tenancies it lets'),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

const AGENT_LIST = listQuery({ filters: {}, sorts: { name: 'Name A to Z', newest: 'Newest first' } });
export const AgentQuery = listSchema(AGENT_LIST, { search: 'name', more: {} });
export type AgentQuery = z.output<typeof AgentQuery>;

/** Who lets a tenancy, and whether what is certain needs a press. */
export const Collection = z
  .object({
    agentId: z.uuid().nullable().describe('Null where rent comes from the tenants themselves'),
    acceptsCertain: z.boolean().describe('Whether bank rows that are certain go onto the ledger by themselves'),
  })
  .meta({ id: 'Collection' });
export type Collection = z.infer<typeof Collection>;
