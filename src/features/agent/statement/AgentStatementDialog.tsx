/** Enters a letting agent's statement, typed or read from CSV, if its three totals equal the sums of its lines. */
import { useMutation, useQuery } from '@tanstack/react-query';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import Upload from 'lucide-react/icons/upload';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../../shared/dates.ts';
import { formatPence, penceAsTyped, typedOrZero } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { newKey } from '../../../web/http/new-key.ts';
import { saveWithKey, withSession } from '../../../web/http/save.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { ADD_ERRORS_SHOWN_BY_FORM } from '../../../web/records/record-resource.client.ts';
import { Button, Icon, IconButton } from '../../../web/ui/display/Button.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField, Optional } from '../../../web/ui/form/Field.tsx';
import { FileChooser } from '../../../web/ui/form/FileChooser.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { MoneyInput, Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { invalidateRent } from '../../tenancy/tenancy.client.ts';
import { categoryLabel } from '../../transaction/labels.ts';
import { EXPENSE_CATEGORIES } from '../../transaction/listed.ts';
import { Transaction } from '../../transaction/transaction.ts';
import {
  type AgentStatementForm,
  type AgentStatementInput,
  CHECKS,
  problems,
  type ReadStatement,
  sumsOf,
} from './agent-statement.ts';
import { formOf, NO_COST, type Typed, typedLine } from './statement-form.ts';

const { ':id': agentRoutes } = api.agents;

type AgentName = { id: string; name: string };
type Props = { agent: AgentName; open: boolean; onOpenChange: (open: boolean) => void };

const NO_ROW = '';
const SUBMIT = 'Enter the statement';

export function AgentStatementDialog(props: Props) {
  const { id } = props.agent;
  const { data } = useQuery({
    queryKey: ['agents', 'statement', id],
    queryFn: ({ signal }) => read(agentRoutes.statement.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
    gcTime: 0,
  });
  return data && <Opened {...props} about={data} />;
}

function Opened({ agent, about, open, onOpenChange }: Props & { about: AgentStatementForm }) {
  const today = useToday();
  const [{ lines: tenancies, rows, likelyRowId }] = useState(about);
  const likely = rows.find(({ id }) => id === likelyRowId);
  const receivedOn = likely?.date ?? today;
  const { mutateAsync: enter } = useEnter(agent);
  const { form, existing } = useAddForm({
    words: { one: 'statement', add: SUBMIT },
    schema: formOf(rows),
    record: Transaction,
    start: {
      row: likely?.id ?? NO_ROW,
      paidOn: today,
      lines: tenancies.map(({ tenancyId, rent, fee }) => typedLine({ tenancyId, receivedOn, rent, fee })),
      deductions: [],
      stated: { rents: '', fees: '', paid: likely ? penceAsTyped(likely.amount) : '' },
    },
    add: (input, key) => enter({ key, input }),
    saved: () => onOpenChange(false),
    failed: (error) => (error instanceof Error ? error.message : undefined),
  });
  const { control, setValue, getValues } = form.rhf;
  const row = useWatch({ control, name: 'row' });
  const [filled, setFilled] = useState(receivedOn);
  /** Sets the amount paid, and the dates that the user has not changed, from the chosen bank row. */
  const takeRow = (id: string) => {
    const { date = today, amount } = rows.find((bankRow) => bankRow.id === id) ?? {};
    for (const [index, line] of getValues('lines').entries())
      if (line.receivedOn === filled) setValue(`lines.${index}.receivedOn`, date);
    setFilled(date);
    setValue('stated.paid', amount === undefined ? '' : penceAsTyped(amount));
  };
  const costs = useWatch({ control, name: 'deductions' });
  // A tenant may have paid the agent twice, so lines are identified by index, not tenancy.
  const indexedLines = useWatch({ control, name: 'lines' }).flatMap(({ tenancyId }, index) =>
    tenancies.filter((tenancy) => tenancy.tenancyId === tenancyId).map((tenancy) => ({ ...tenancy, index })),
  );
  const setCosts = (next: Typed['deductions']) => {
    form.rhf.clearErrors('deductions');
    flushSync(() => setValue('deductions', next, { shouldDirty: true }));
  };
  /** Suggests the latest date of rent received, as agents deduct costs from the rent. */
  const lastReceived = () => {
    const days = form.rhf
      .getValues('lines')
      .filter(({ rent, receivedOn }) => typedOrZero(rent) > 0 && isDay(receivedOn));
    return (
      days
        .map(({ receivedOn }) => receivedOn)
        .sort()
        .at(-1) ?? today
    );
  };
  const addCost = () => {
    setCosts([...costs, { ...NO_COST, id: newKey(), keptOn: lastReceived() }]);
    form.focus(`deductions.${costs.length}.description`);
  };
  const homes = [...new Map(tenancies.map(({ propertyId, propertyName }) => [propertyId, propertyName])).entries()];
  const fillFromCsv = (read: ReadStatement) => {
    const toLines = ({ tenancyId }: { tenancyId: string }) => {
      const lines = read.lines.filter((line) => line.tenancyId === tenancyId);
      return lines.length > 0 ? lines : [{ tenancyId, receivedOn: today, rent: 0, fee: 0 }];
    };
    setValue('lines', tenancies.flatMap(toLines).map(typedLine), { shouldDirty: true });
  };
  return (
    <FormDialog
      form={form}
      draft={`agent:statement:${agent.id}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`Statement from ${agent.name}`}
      submit={SUBMIT}
    >
      <div className="flex flex-col gap-5">
        <FormField form={form} name="row" label="In the bank">
          <Select
            onChange={({ target }) => takeRow(target.value)}
            options={[
              { value: NO_ROW, label: 'Not in a connected account' },
              ...rows.map(({ id, date, amount, description }) => ({
                value: id,
                label: `${formatDay(date)}, ${formatPence(amount)}, ${description}`,
              })),
            ]}
          />
        </FormField>
        {row === NO_ROW && (
          <FormField form={form} name="paidOn" label="Paid out on">
            <DateInput />
          </FormField>
        )}
        <FromCsv id={agent.id} onRead={fillFromCsv} />
        <ol className="rounded-card border border-line" aria-label="Lines">
          {indexedLines.map(({ names, propertyName, index }) => (
            <li
              key={index}
              className="grid grid-cols-[1fr_1fr_170px] items-start gap-3 px-4 py-3 not-first:border-t not-first:border-line max-md:grid-cols-2"
            >
              <div className="col-span-full min-w-0 wrap-anywhere">
                <bdi>{names}</bdi>
                <p className="text-s text-ink-2">{propertyName}</p>
              </div>
              <FormField form={form} name={`lines.${index}.rent`} label={`Rent from ${names}`} hideLabel hint="Rent">
                <MoneyInput />
              </FormField>
              <FormField
                form={form}
                name={`lines.${index}.fee`}
                label={`Fee for ${names}`}
                hideLabel
                hint="Fee with VAT"
              >
                <MoneyInput />
              </FormField>
              <FormField
                form={form}
                name={`lines.${index}.receivedOn`}
                label={`Received from ${names} on`}
                hideLabel
                hint="Received, and fee kept, on"
                className="max-md:col-span-full"
              >
                <DateInput />
              </FormField>
            </li>
          ))}
        </ol>
        {costs.map((cost, index) => (
          <fieldset key={cost.id} className="grid grid-cols-2 items-start gap-4 max-md:grid-cols-1">
            <legend className="mb-2 flex w-full items-center justify-between font-bold">
              {`Cost ${index + 1}`}
              <IconButton
                icon={Trash2}
                label={`Remove cost ${index + 1}`}
                onClick={() => setCosts(costs.filter((other) => other !== cost))}
              />
            </legend>
            <FormField form={form} name={`deductions.${index}.description`} label="Description of the cost">
              <TextInput autoComplete="off" />
            </FormField>
            <FormField form={form} name={`deductions.${index}.amount`} label="Amount">
              <MoneyInput />
            </FormField>
            <FormField form={form} name={`deductions.${index}.category`} label="Category">
              <Select options={EXPENSE_CATEGORIES.map((value) => ({ value, label: categoryLabel(value) }))} />
            </FormField>
            <FormField form={form} name={`deductions.${index}.propertyId`} label="Property" optional>
              <Select
                placeholder="No property"
                options={homes.flatMap(([value, label]) => (value && label ? [{ value, label }] : []))}
              />
            </FormField>
            <FormField
              form={form}
              name={`deductions.${index}.keptOn`}
              label="Kept on"
              hint="The date decides the tax year. If blank, the date of the payment."
            >
              <DateInput />
            </FormField>
          </fieldset>
        ))}
        <div>
          <Button size="small" icon={Plus} onClick={addCost}>
            Add a cost the agent paid
          </Button>
        </div>
        <section aria-label="Statement totals" className="grid grid-cols-3 items-start gap-4 max-md:grid-cols-1">
          {(Object.keys(CHECKS) as (keyof typeof CHECKS)[]).map((field) => (
            <div key={field}>
              <FormField form={form} name={`stated.${field}`} label={CHECKS[field]}>
                <MoneyInput />
              </FormField>
              <Check form={form} field={field} />
            </div>
          ))}
        </section>
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

/** Shows whether the lines add up to a total of the statement. */
function Check({ form, field }: { form: FormHandle<Typed, AgentStatementInput>; field: keyof typeof CHECKS }) {
  const { control } = form.rhf;
  const lines = useWatch({ control, name: 'lines' });
  const deductions = useWatch({ control, name: 'deductions' });
  const stated = useWatch({ control, name: 'stated' });
  const sums = {
    lines: lines.map(({ rent, fee }) => ({
      rent: typedOrZero(rent),
      fee: typedOrZero(rent) > 0 ? typedOrZero(fee) : 0,
    })),
    deductions: deductions.map(({ amount }) => ({ amount: typedOrZero(amount) })),
  };
  const statedSums = {
    rents: typedOrZero(stated.rents),
    fees: typedOrZero(stated.fees),
    paid: typedOrZero(stated.paid),
  };
  const wrong = problems({ ...sums, stated: statedSums }).some((problem) => problem.field === field);
  const off = statedSums[field] - sumsOf(sums)[field];
  if (stated[field] === '')
    return <p className="mt-1 text-s text-ink-2">{formatPence(sumsOf(sums)[field])} in the lines</p>;
  return (
    <p className={`mt-1 flex items-center gap-1 text-s ${wrong ? 'text-red' : 'text-green'}`}>
      <Icon of={wrong ? CircleAlert : CircleCheck} />
      {wrong ? `${formatPence(Math.abs(off))} ${off > 0 ? 'more' : 'less'} than the lines` : 'Agrees'}
    </p>
  );
}

function FromCsv({ id, onRead }: { id: string; onRead: (read: ReadStatement) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, data, variables } = useMutation({
    mutationFn: async (file: File) => {
      const text = await file.text();
      return withSession(() => read(agentRoutes.statement.read.$post({ param: { id }, json: { text } })));
    },
    onSuccess: onRead,
    meta: {
      texts: {
        failed: 'We could not read the file',
        signedOut: 'You must be logged in to read a statement',
        missing: 'Agent not found',
      },
    },
  });
  return (
    <div data-not-first>
      <Button icon={Upload} onClick={() => input.current?.click()}>
        Read a CSV file
        <Optional />
      </Button>
      <FileChooser
        ref={input}
        aria-label="Read a CSV file"
        accept=".csv,text/csv"
        onFiles={([file]) => file && mutate(file)}
      />
      {data && (
        <div role="status" className="mt-1 text-s text-ink-2">
          <bdi>{variables?.name}</bdi>: {counted(data.lines.length, 'line')} read.
          {data.unread.length > 0 && (
            <ul>
              {data.unread.map(({ line, reason }) => (
                <li key={line} className="text-red">{`Line ${line}: ${reason}`}</li>
              ))}
            </ul>
          )}
        </div>
      )}
    </div>
  );
}

function useEnter({ id, name }: AgentName) {
  return useMutation({
    mutationFn: ({ key, input }: { key: string; input: AgentStatementInput }) =>
      saveWithKey(key, (sent) => read(agentRoutes.statement.$post({ param: { id }, json: input, header: {} }, sent))),
    onSuccess: invalidateRent,
    meta: {
      texts: {
        done: `Statement from ${name} entered`,
        failed: 'We could not enter the statement',
        signedOut: 'You must be logged in to enter a statement',
        missing: 'Agent not found',
        handledByCaller: [...ADD_ERRORS_SHOWN_BY_FORM, 'invalid_input'] as const,
      },
    },
  });
}
