import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { penceAsTyped } from '../../shared/money.ts';
import { line, typedPence } from '../../shared/schemas.ts';
import { api, ifMatch, read } from '../../web/http/api.client.ts';
import { newKey } from '../../web/http/new-key.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { retryUnknownOutcome, type SaveTexts, saveWithKey, withSession } from '../../web/http/save.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { MoneyInput, Select, TextInput } from '../../web/ui/form/Inputs.tsx';
import { TEXTS } from '../tenancy/listed.ts';
import { tenancies } from '../tenancy/tenancy.client.ts';
import { type TenancyRecord, VAT, VAT_LABELS } from '../tenancy/tenancy.ts';
import { agentsQuery } from './agent.client.ts';
import { type Agent, AgentInput, PERCENT_WRONG } from './agent.ts';

type Props = { tenancy: TenancyRecord; open: boolean; onOpenChange: (open: boolean) => void };

const NEW = 'new';
const percent = z
  .string()
  .transform((typed) => Number(typed.replace('%', '').trim() || Number.NaN))
  .pipe(z.number({ error: PERCENT_WRONG }).min(0, PERCENT_WRONG).max(100, PERCENT_WRONG));

const Fields = z.object({
  /** Empty if the tenants pay the rent, `NEW` to add an agent. */
  agentId: z.string(),
  name: z.string(),
  feeKind: z.enum(['percent', 'fixed']),
  percent: z.string(),
  fixed: z.string(),
  vat: z.enum(VAT),
  autoMatch: z.boolean(),
});

const Form = Fields.transform((typed, context) => {
  const { agentId, autoMatch, vat } = typed;
  if (agentId === '') return { agentId: null, autoMatch, agent: null };
  const rules = {
    name: line({ min: 1, max: 200, message: 'Name is required' }),
    ...(typed.feeKind === 'percent' ? { percent } : { fixed: typedPence('Enter the fee') }),
  };
  const checked = z.object(rules).safeParse(typed);
  for (const issue of checked.error?.issues ?? [])
    context.addIssue({ code: 'custom', path: issue.path, message: issue.message });
  if (!checked.data) return z.NEVER;
  const { name, percent: feePercent = null, fixed: feeFixed = null } = checked.data as Checked;
  return { agentId, autoMatch, agent: AgentInput.parse({ name, feePercent, feeFixed, vat }) };
});
type Checked = { name: string; percent?: number; fixed?: number };

export function CollectionDialog(props: Props) {
  const { data } = useQuery(agentsQuery);
  return data ? <CollectionForm {...props} agents={data.items} /> : <Skeleton className="sr-only" />;
}

function CollectionForm({ tenancy, agents, open, onOpenChange }: Props & { agents: Agent[] }) {
  const [opened] = useState(tenancy);
  const form = useZodForm<z.input<typeof Form>, z.output<typeof Form>, TenancyRecord>({
    schema: Form,
    start: { agentId: opened.agent?.id ?? '', autoMatch: opened.autoMatch, ...toFields(opened.agent) },
    save: useSave(opened.id, agents),
    saved: () => onOpenChange(false),
    failed: (error) => `We could not save who collects the rent. ${error instanceof Error ? error.message : ''}`.trim(),
  });
  const [agentId, feeKind] = useWatch({ control: form.rhf.control, name: ['agentId', 'feeKind'] });
  const fill = (id: string) => {
    const known = agents.find((agent) => agent.id === id) ?? null;
    for (const [name, value] of Object.entries(toFields(known)))
      form.rhf.setValue(name as keyof ReturnType<typeof toFields>, value);
  };
  return (
    <FormDialog
      form={form}
      draft={`collection:${opened.id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Rent collection"
      submit="Save"
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <FormField form={form} name="agentId" label="Rent is paid by" className="col-span-full">
          <Select
            options={[
              { value: '', label: 'The tenants' },
              ...agents.map(({ id, name }) => ({ value: id, label: name })),
              { value: NEW, label: 'Add a letting agent' },
            ]}
            onChange={({ target }) => fill(target.value)}
          />
        </FormField>
        {agentId !== '' && (
          <>
            <FormField form={form} name="name" label="Agent’s name" className="col-span-full">
              <TextInput autoComplete="off" />
            </FormField>
            <FormField form={form} name="feeKind" label="Fee">
              <Select
                options={[
                  { value: 'percent', label: 'Percentage of the rent' },
                  { value: 'fixed', label: 'Fixed amount per payment' },
                ]}
              />
            </FormField>
            {feeKind === 'percent' ? (
              <FormField form={form} name="percent" label="Percentage">
                <TextInput inputMode="decimal" autoComplete="off" className="figures" />
              </FormField>
            ) : (
              <FormField form={form} name="fixed" label="Amount (£)">
                <MoneyInput />
              </FormField>
            )}
            <FormField form={form} name="vat" label="VAT" hint="20% of the fee.">
              <Select options={VAT.map((value) => ({ value, label: VAT_LABELS[value] }))} />
            </FormField>
            <p className="col-span-full text-s text-ink-2">
              The agent pays you the rent minus their fee. We record the full rent on the ledger, and the rent and the
              fee in Finance. The name and fee apply to all tenancies with this agent.
            </p>
          </>
        )}
        <FormChoice form={form} name="autoMatch">
          {(error) => (
            <Checkbox
              className="col-span-full"
              label="Add exact matches to the ledger automatically"
              hint="Within an hour of the payment arriving. You check anything less certain."
              error={error}
            />
          )}
        </FormChoice>
      </div>
    </FormDialog>
  );
}

function toFields(agent: Pick<Agent, 'name' | 'feePercent' | 'feeFixed' | 'vat'> | null) {
  const { name = '', feePercent = 10, feeFixed = null, vat = 'added' } = agent ?? {};
  return {
    name,
    feeKind: feeFixed === null ? ('percent' as const) : ('fixed' as const),
    percent: String(feePercent ?? ''),
    fixed: feeFixed === null ? '' : penceAsTyped(feeFixed),
    vat,
  };
}

const SAVE_TEXTS: SaveTexts = {
  done: 'Rent collection saved',
  failed: 'We could not save who collects the rent',
  signedOut: 'You must be logged in to change a tenancy',
  missing: TEXTS.notFound,
  handledByCaller: ['invalid_input'],
};

/** Saves the agent before the tenancy. On a retry, the idempotency key prevents a second agent. */
function useSave(id: string, agents: Agent[]) {
  const [key] = useState(newKey);
  const { mutateAsync } = useMutation({
    mutationFn: async ({ agentId, agent, autoMatch }: z.output<typeof Form>) => {
      const before = agents.find((agent) => agent.id === agentId);
      const saved = agent && (await saveAgent(before, agent, key));
      const json = { agentId: saved?.id ?? null, autoMatch };
      return withSession(() =>
        retryUnknownOutcome(() => read(api.tenancies[':id'].collection.$put({ param: { id }, json }))),
      );
    },
    onSuccess: (after) => {
      tenancies.patch(after);
      for (const noun of ['agents', 'rent']) void invalidate({ queryKey: [noun] });
    },
    meta: { texts: SAVE_TEXTS },
  });
  return mutateAsync;
}

async function saveAgent(before: Agent | undefined, agent: AgentInput, key: string): Promise<Agent> {
  if (!before) return saveWithKey(key, (sent) => read(api.agents.$post({ json: agent, header: {} }, sent)));
  const { name, feePercent, feeFixed, vat } = before;
  if (JSON.stringify(agent) === JSON.stringify({ name, feePercent, feeFixed, vat })) return before;
  return withSession(() =>
    read(api.agents[':id'].$put({ param: { id: before.id }, json: agent, header: {} }, ifMatch(before))),
  );
}
