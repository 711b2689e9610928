import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence, parsePounds, penceAsTyped } from '../../../shared/money.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { ErrorState } from '../../../web/ui/display/Card.tsx';
import { RadioGroup } from '../../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../../web/ui/overlay/DialogBody.tsx';
import { ENTRY_LABELS } from '../ledger/ledger.ts';
import { type Allocation, type Choices, TOO_MUCH } from './allocation.ts';
import { useAllocation, useChangeAllocation } from './payments.client.ts';

type Props = { id: string; open: boolean; onOpenChange: (open: boolean) => void };

const TITLE = 'Allocate payment';

export function ChangeAllocation({ id, open, onOpenChange }: Props) {
  const read = useAllocation(id);
  const { error, busy, retry } = useRetry(read);
  // The fields are reset to the stored allocation each time the dialog opens.
  if (read.data && read.isFetchedAfterMount)
    return <Opened id={id} open={open} onOpenChange={onOpenChange} allocation={read.data} />;
  return (
    <Dialog open={open && error !== null} onOpenChange={onOpenChange} title={TITLE}>
      <DialogBody>
        <ErrorState title="We could not load the allocation" reason={error?.message} busy={busy} onRetry={retry} />
      </DialogBody>
    </Dialog>
  );
}

const OPTIONS = [
  { value: 'oldest', label: 'The oldest charge first' },
  { value: 'chosen', label: 'The charges I choose' },
];
const NO_AMOUNT = 'Enter an amount, or leave this blank';

const penceOf = (typed: string): number | undefined => {
  const parsed = parsePounds(typed.trim() || '0');
  return parsed.ok && parsed.pence >= 0 ? parsed.pence : undefined;
};

type Typed = { way: string; parts: string[] };

const formOf = ({ amount, charges }: Allocation): z.ZodType<Choices, Typed> =>
  z.object({ way: z.string(), parts: z.array(z.string()) }).transform(({ way, parts }, context) => {
    if (way === 'oldest') return [];
    const goesTo = charges.map(({ entryId }, index) => ({ entryId, amount: penceOf(parts[index] ?? '') }));
    for (const [index, { amount: part }] of goesTo.entries()) {
      const free = charges[index]?.free ?? 0;
      if (part === undefined) context.addIssue({ code: 'custom', path: ['parts', index], message: NO_AMOUNT });
      else if (part > free)
        context.addIssue({ code: 'custom', path: ['parts', index], message: `Enter ${formatPence(free)} or less` });
    }
    if (sumOf(parts) > amount) context.addIssue({ code: 'custom', path: ['way'], message: TOO_MUCH });
    return goesTo.flatMap(({ entryId, amount: part = 0 }) => (part > 0 ? [{ entryId, amount: part }] : []));
  });

const sumOf = (parts: readonly string[]) => parts.reduce((sum, typed) => sum + (penceOf(typed) ?? 0), 0);

function Opened({ id, open, onOpenChange, allocation }: Props & { allocation: Allocation }) {
  const [initial] = useState(allocation);
  const { amount, chosen, charges } = initial;
  const { mutateAsync: change } = useChangeAllocation(id);
  const form = useZodForm({
    schema: formOf(initial),
    start: {
      way: chosen ? 'chosen' : 'oldest',
      parts: charges.map(({ pays }) => (pays > 0 ? penceAsTyped(pays) : '')),
    },
    save: (goesTo) => change(goesTo),
    saved: () => onOpenChange(false),
    failed: (error) => (error instanceof Error ? error.message : undefined),
  });
  const [way, parts] = useWatch({ control: form.rhf.control, name: ['way', 'parts'] });
  const rest = amount - sumOf(parts);
  return (
    <FormDialog
      form={form}
      draft={`rent:allocation:${id}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TITLE}
      submit="Save"
    >
      <div className="flex flex-col gap-5">
        <FormChoice form={form} name="way">
          {(error) => <RadioGroup legend={`The ${formatPence(amount)} pays`} options={OPTIONS} error={error} />}
        </FormChoice>
        {way === 'chosen' && (
          <ul aria-label="Charges" className="rounded-card border border-line">
            {charges.map(({ entryId, kind, date, note, amount: owed }, index) => (
              <li key={entryId} className="flex items-start gap-3 px-4 py-2 not-first:border-t not-first:border-line">
                <div className="min-w-0 flex-1">
                  <p>{`${ENTRY_LABELS[kind]} due ${formatDay(date)}`}</p>
                  <p className="text-s text-ink-2 wrap-anywhere">
                    {formatPence(owed)}
                    {note && ` · ${note}`}
                  </p>
                </div>
                <div className="w-36">
                  <FormField
                    form={form}
                    name={`parts.${index}`}
                    label={`Allocated to ${ENTRY_LABELS[kind]} due ${formatDay(date)}`}
                    hideLabel
                  >
                    <MoneyInput />
                  </FormField>
                </div>
              </li>
            ))}
            <li className="border-t border-line bg-sunken px-4 py-3 text-s text-ink-2">
              {rest > 0 ? `${formatPence(rest)} pays the oldest unpaid charge` : 'No money left over'}
            </li>
          </ul>
        )}
      </div>
    </FormDialog>
  );
}
