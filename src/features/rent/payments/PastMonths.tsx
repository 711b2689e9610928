/** Months without a bank row are assumed to be paid on time. */
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { addMonths, formatDay, isDay } from '../../../shared/dates.ts';
import { formatPence, parsePounds, penceAsTyped, typedOrZero } from '../../../shared/money.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import { MoneyInput, Select } from '../../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../../web/ui/overlay/DialogBody.tsx';
import { agentFee } from '../../reconcile/score/amount.ts';
import type { RentCharge } from '../../tenancy/schedule/rent-schedule.ts';
import { feeLine, TenancyRecord } from '../../tenancy/tenancy.ts';
import { useAddPastRent, usePastRows } from './payments.client.ts';
import { type PastRent, type PastRow, pastRents } from './payments.ts';

type Props = {
  tenancy: TenancyRecord;
  firstPaid: string | null;
  hasOpening: boolean;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const TITLE = 'Enter past months';
const BLANK = { paid: '', on: '' };
const INITIAL_MONTHS = 12;
const NO_AMOUNT = 'Enter an amount, or leave this blank';

type Typed = { paid: string; on: string };

const Row = z.object({ paid: z.string(), on: z.string() }).transform(({ paid, on }, context) => {
  if (paid.trim() === '') return null;
  const parsed = parsePounds(paid);
  if (!parsed.ok || parsed.pence < 0) context.addIssue({ code: 'custom', path: ['paid'], message: NO_AMOUNT });
  else if (parsed.pence === 0) return null;
  else if (!isDay(on)) context.addIssue({ code: 'custom', path: ['on'], message: 'Enter a date' });
  else return { date: on, amount: parsed.pence };
  return z.NEVER;
});
type EnteredMonths = Pick<PastRent, 'from' | 'payments' | 'lessFee'>;
const Form: z.ZodType<EnteredMonths, { from: string; lessFee: boolean; rows: Typed[] }> = z
  .object({ from: z.string(), lessFee: z.boolean(), rows: z.array(Row) })
  .transform(({ rows, ...rest }) => ({ ...rest, payments: rows.filter((row) => row !== null) }));

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

export function PastMonths(props: Props) {
  const { data, error } = usePastRows(props.tenancy.id);
  // Without the bank rows, their payments would be entered twice.
  if (error && !data)
    return (
      <Dialog open={props.open} onOpenChange={props.onOpenChange} title={TITLE}>
        <DialogBody>
          <p role="alert">We could not load your bank rows. {error.message}</p>
        </DialogBody>
      </Dialog>
    );
  return data ? <Months {...props} bankRows={data.items} /> : null;
}

type MonthsProps = Props & { bankRows: readonly PastRow[] };

function Months({ tenancy, firstPaid, bankRows, hasOpening, open, onOpenChange }: MonthsProps) {
  const [byDue] = useState(() => {
    const dues = new Set(bankRows.map(({ due }) => due));
    return new Map([...dues].map((due) => [due, bankRows.filter((row) => row.due === due)]));
  });
  const paidOnTime = (months: readonly RentCharge[]) =>
    months.map(({ due, amount }) => (byDue.has(due) ? BLANK : { paid: penceAsTyped(amount), on: due }));
  const { agent } = tenancy;
  const today = useToday();
  const [charges] = useState(() => pastRents(tenancy, { today, firstPaid }));
  const { mutateAsync: add } = useAddPastRent(tenancy.id);
  const [start] = useState(() => {
    const yearAgo = addMonths(tenancy.chargesFrom, -INITIAL_MONTHS);
    return charges.find(({ due }) => due >= yearAgo)?.due ?? charges[0]?.due ?? '';
  });
  const since = (from: string) => charges.filter(({ due }) => due >= from);
  const { form, existing } = useAddForm({
    words: { one: 'past rent', add: 'Add' },
    schema: Form,
    record: TenancyRecord,
    once: true,
    start: { from: start, lessFee: agent !== null, rows: paidOnTime(since(start)) },
    add: (input, key) => {
      const used = since(input.from).flatMap(({ due }) => byDue.get(due) ?? []);
      const to = charges.at(-1)?.due ?? input.from;
      return add({ key, input: { ...input, to, rows: used.map(({ id, version }) => ({ id, version })) } });
    },
    saved: () => onOpenChange(false),
  });
  const { control, setValue, getValues } = form.rhf;
  const from = useWatch({ control, name: 'from' });
  const [rows, lessFee] = useWatch({ control, name: ['rows', 'lessFee'] });
  const shown = since(from);
  const owedFor = (months: readonly RentCharge[]) => months.reduce((sum, { amount }) => sum + amount, 0);
  const owed = owedFor(shown);
  const added = owedFor(shown.filter(({ due }) => due < tenancy.chargesFrom));
  const amounts = rows.map(({ paid }) => Math.max(0, typedOrZero(paid)));
  const byHand = sumOf(amounts);
  const used = shown.flatMap(({ due }) => byDue.get(due) ?? []);
  const byBank = sumOf(used.map(({ amount }) => amount));
  const fees = agent && lessFee ? sumOf(amounts.map((amount) => agentFee(amount, agent))) : 0;
  const received = byHand + byBank + sumOf(used.map(({ fee }) => fee));
  const choose = (next: string) => {
    const typed = getValues('rows');
    const typedByDue = new Map(since(from).map(({ due }, index) => [due, typed[index]]));
    const nextCharges = since(next);
    setValue(
      'rows',
      paidOnTime(nextCharges).map((row, index) => typedByDue.get(nextCharges[index]?.due ?? '') ?? row),
    );
    setValue('from', next, { shouldDirty: true });
  };
  return (
    <FormDialog
      form={form}
      draft={`tenancy:past:${tenancy.id}:${tenancy.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TITLE}
      submit={
        added > 0
          ? `Add ${formatPence(added)} of rent and ${formatPence(received)} of payments`
          : `Add ${formatPence(received)} of payments`
      }
    >
      <div className="flex flex-col gap-5">
        {hasOpening && (
          <p className="text-amber">
            An opening balance is on the ledger. If it covers these months, remove it so they are not counted twice.
          </p>
        )}
        <FormField
          form={form}
          name="from"
          label={charges.some(({ due }) => due < tenancy.chargesFrom) ? 'Rent is counted from' : 'Enter months from'}
        >
          <Select
            options={charges.map(({ due }) => ({ value: due, label: formatDay(due) }))}
            onChange={({ target }) => choose(target.value)}
          />
        </FormField>
        <p className="text-s text-ink-2">
          If a month has bank rows, we use those payments. For other months, we have assumed that the rent was paid on
          time. Change any amount or date that is wrong, or clear the amount if the tenant did not pay.
        </p>
        {agent && (
          <FormChoice form={form} name="lessFee">
            {(error) => (
              <Checkbox
                label={`${agent.name} kept their fee (${feeLine(agent)})`}
                hint="We add the rent in full, and the fees as costs. Clear this if the tenant paid you."
                error={error}
              />
            )}
          </FormChoice>
        )}
        <ol className="rounded-card border border-line">
          {shown.map(({ due, amount, method }, index) => (
            <li
              key={due}
              className="grid grid-cols-[1fr_130px_170px] items-start gap-3 px-4 py-2 not-first:border-t not-first:border-line max-md:grid-cols-[2fr_3fr]"
            >
              <div className="max-md:col-span-full">
                <p className="figures">{formatDay(due)}</p>
                <p className="text-s text-ink-2">
                  {formatPence(amount)} owed{method && ` · ${method}`}
                </p>
              </div>
              {byDue.has(due) ? (
                <ul className="col-span-2 max-md:col-span-full">
                  {byDue.get(due)?.map((row) => (
                    <li key={row.id}>
                      {`Bank row ${formatDay(row.date)}, `}
                      <span className="figures">{formatPence(row.amount)}</span>
                      {row.fee > 0 && ` and a fee of ${formatPence(row.fee)}`}
                      <bdi className="block text-s text-ink-2 wrap-anywhere">{row.text}</bdi>
                    </li>
                  ))}
                </ul>
              ) : (
                <>
                  <FormField form={form} name={`rows.${index}.paid`} label={`Received for ${formatDay(due)}`} hideLabel>
                    <MoneyInput />
                  </FormField>
                  <FormField form={form} name={`rows.${index}.on`} label={`On, for ${formatDay(due)}`} hideLabel>
                    <DateInput />
                  </FormField>
                </>
              )}
            </li>
          ))}
          <li className="flex justify-between gap-4 border-t border-line bg-sunken px-4 py-3 text-s text-ink-2">
            <span>
              {byBank > 0 && `${formatPence(byBank)} was received by bank. `}
              {`We will add ${formatPence(byHand)} to Finance as income`}
              {fees > 0 && ` and ${formatPence(fees)} as agent fees`}
            </span>
            <span>
              {owed >= received ? 'Still owed: ' : 'Credit: '}
              <b className="figures text-ink">{formatPence(Math.abs(owed - received))}</b>
            </span>
          </li>
        </ol>
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}
