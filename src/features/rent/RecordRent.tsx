/** Records a rent payment. The amount defaults to the total owed; allocation is oldest first and can be changed. */
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { formatPence, parsePounds, penceAsTyped } from '../../shared/money.ts';
import { dayField, line, typedPositivePence } from '../../shared/schemas.ts';
import { useToday } from '../../web/http/session.client.ts';
import { useAddForm } from '../../web/records/form/add-form.client.ts';
import { ExistingDialog } from '../../web/records/form/ExistingDialog.tsx';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { MoneyInput, Select, TextInput } from '../../web/ui/form/Inputs.tsx';
import { useBankAccountChoices } from '../bank/bank-account.client.ts';
import { optionOf } from '../bank/bank-account.ts';
import { allocate } from '../tenancy/rules/allocate.ts';
import { type Payer, PayerPicker } from '../transaction/PayerPicker.tsx';
import { Transaction } from '../transaction/transaction.ts';
import { ENTRY_LABELS, type Ledger } from './ledger/ledger.ts';
import { removePayment, useLedger, useRecordRent } from './rent.client.ts';
import { PaymentInput } from './rent.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; payer?: Payer | undefined };

const Form = z.object({
  tenancyId: z.string().min(1, 'Choose a tenancy'),
  amount: typedPositivePence(),
  date: dayField('Enter the date you received it'),
  bankAccountId: z.string(),
  reference: line({ max: 200 }),
});

export function RecordRent({ open, onOpenChange, payer }: Props) {
  const today = useToday();
  const [chosen, setChosen] = useState(payer);
  const [parts, setParts] = useState<Record<string, string>>({});
  const { data: ledger } = useLedger(chosen?.tenancyId);
  const { data: accounts = [] } = useBankAccountChoices();
  const { mutateAsync: record } = useRecordRent({ handledByCaller: true });
  const { form, existing } = useAddForm({
    words: { one: 'payment', add: 'Record rent' },
    schema: Form,
    record: Transaction,
    start: { tenancyId: payer?.tenancyId ?? '', amount: '', date: today, bankAccountId: '', reference: '' },
    add: ({ bankAccountId, ...input }, key) =>
      record({
        key,
        input: PaymentInput.parse({ ...input, bankAccountId: bankAccountId || null, goesTo: chosenParts(parts) }),
      }),
    remove: removePayment,
    saved: () => onOpenChange(false),
    failed: (error) => `We could not record the rent. ${error instanceof Error ? error.message : ''}`.trim(),
  });
  const { setValue, reset, formState } = form.rhf;
  // Suggests the amount owed until the user enters another.
  const owed = ledger && chosen ? sumOf(ledger) : undefined;
  const [filled, setFilled] = useState<number>();
  if (owed !== undefined && owed !== filled) {
    setFilled(owed);
    // The amount is set as a default value, so that it is neither an unsaved change nor a draft.
    if (!formState.dirtyFields.amount && owed > 0)
      reset({ ...formState.defaultValues, amount: penceAsTyped(owed) }, { keepDirtyValues: true });
  }
  const typed = Form.shape.amount.safeParse(useWatch({ control: form.rhf.control, name: 'amount' }));
  const amount = typed.data ?? 0;
  const choose = (next: Payer | undefined) => {
    setChosen(next);
    setParts({});
    setFilled(undefined);
    setValue('tenancyId', next?.tenancyId ?? '', { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };
  return (
    <FormDialog
      form={form}
      draft={`rent:${payer?.tenancyId ?? 'new'}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Record rent"
      submit={amount > 0 ? `Record ${formatPence(amount)}` : 'Record rent'}
    >
      <div className="flex flex-col gap-5">
        {/* With a preselected tenancy, focus starts at the amount. */}
        <div {...(payer && { 'data-not-first': true })}>
          <FormField form={form} name="tenancyId" label="Tenancy">
            <PayerPicker chosen={chosen} onChange={choose} />
          </FormField>
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <FormField form={form} name="amount" label="Amount" hint={hintOf(owed, amount)}>
            <MoneyInput />
          </FormField>
          <FormField form={form} name="date" label="Date received">
            <DateInput />
          </FormField>
          <FormField form={form} name="bankAccountId" label="Account" optional>
            <Select
              placeholder="No account"
              options={accounts.map((account) => ({ value: account.id, label: optionOf(account) }))}
            />
          </FormField>
          <FormField form={form} name="reference" label="Reference" optional>
            <TextInput />
          </FormField>
        </div>
        {ledger && ledger.unpaid.length > 0 && (
          <PaymentAllocation ledger={ledger} amount={amount} parts={parts} onChange={setParts} />
        )}
      </div>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

const sumOf = ({ unpaid }: Ledger) => unpaid.reduce((sum, { left }) => sum + left, 0);

function hintOf(owed: number | undefined, amount: number): string | undefined {
  if (owed === undefined) return undefined;
  if (owed === 0) return 'No rent is owed today';
  if (amount === owed) return 'The full amount owed today';
  return `${formatPence(owed)} is owed today`;
}

function chosenParts(parts: Record<string, string>): { entryId: string; amount: number }[] {
  return Object.entries(parts).flatMap(([entryId, text]) => {
    const parsed = parsePounds(text);
    return parsed.ok && parsed.pence > 0 ? [{ entryId, amount: parsed.pence }] : [];
  });
}

type PaymentAllocationProps = {
  ledger: Ledger;
  amount: number;
  parts: Record<string, string>;
  onChange: (parts: Record<string, string>) => void;
};

/** Shows how the amount is allocated: to the chosen charges first, then to the oldest. */
function PaymentAllocation({ ledger, amount, parts, onChange }: PaymentAllocationProps) {
  const chosen = new Map(chosenParts(parts).map(({ entryId, amount: part }) => [entryId, part]));
  const { paid, credit } = allocate(ledger.unpaid, amount, chosen);
  const before = ledger.balance;
  return (
    <section aria-label="Allocated to">
      <h3 className="mb-2 font-bold">
        Allocated to <span className="font-normal text-ink-2">oldest first</span>
      </h3>
      <ul className="rounded-card border border-line">
        {paid.map(({ id, kind, date, left, pays, note }) => {
          const name = `${ENTRY_LABELS[kind]} due ${formatDay(date)}`;
          return (
            <li key={id} className="flex items-center gap-3 px-4 py-2 not-first:border-t not-first:border-line">
              <div className="min-w-0 flex-1">
                <p>{name}</p>
                <p className="text-s text-ink-2">
                  {pays === left ? 'Settled' : `${formatPence(left)} owed`}
                  {note && ` · ${note}`}
                </p>
              </div>
              <div className="w-32">
                <MoneyInput
                  aria-label={`Allocated to ${name}`}
                  value={parts[id] ?? (pays > 0 ? penceAsTyped(pays) : '')}
                  onChange={({ target }) => onChange({ ...parts, [id]: target.value })}
                />
              </div>
            </li>
          );
        })}
        <li className="flex justify-between gap-4 border-t border-line bg-sunken px-4 py-3 text-s text-ink-2">
          <span>{credit > 0 ? `${formatPence(credit)} stays on the account as credit` : 'No money left over'}</span>
          <span>
            Balance afterwards <b className="figures text-ink">{formatPence(before - amount)}</b>
          </span>
        </li>
      </ul>
    </section>
  );
}
