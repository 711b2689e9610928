import { type FieldPath, type FieldValues, useWatch } from 'react-hook-form';
import { formatDay } from '../../shared/dates.ts';
import { RadioGroup } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { MoneyInput, Select } from '../../web/ui/form/Inputs.tsx';
import { firstOfMonth, type LEDGER_FIELDS } from './ledger-start.ts';

const SIDES = [
  { value: 'owed', label: 'Owed by the tenant' },
  { value: 'credit', label: 'Overpaid by the tenant' },
];

type Values = { [Name in keyof typeof LEDGER_FIELDS]?: string | undefined };

type Props<Input extends FieldValues & Values, Output> = {
  form: FormHandle<Input, Output>;
  start: string;
  today: string;
};

export function LedgerFields<Input extends FieldValues & Values, Output>({ form, start, today }: Props<Input, Output>) {
  const name = (field: keyof typeof LEDGER_FIELDS) => field as FieldPath<Input>;
  const [since, day] = useWatch({ control: form.rhf.control, name: [name('ledgerSince'), name('ledgerDay')] });
  const now = firstOfMonth(today);
  const before = since === 'now' ? now : String(day);
  return (
    <div className="col-span-full flex flex-col gap-5">
      <FormChoice form={form} name={name('ledgerSince')}>
        {(error) => (
          <RadioGroup
            legend="How far back do you want to keep the ledger?"
            error={error}
            options={[
              {
                value: 'start',
                label: `From the start of the tenancy, ${formatDay(start)}`,
                hint: 'You add payments from your bank or for past months.',
              },
              { value: 'day', label: 'From another date', hint: 'For example the start of your tax year.' },
              { value: 'now', label: 'From now', hint: `We count rent from ${formatDay(now)}.` },
            ]}
          />
        )}
      </FormChoice>
      {(since === 'day' || since === 'now') && (
        <div className="grid grid-cols-3 items-start gap-5 max-md:grid-cols-1">
          {since === 'day' && (
            <FormField form={form} name={name('ledgerDay')} label="Keep the ledger from">
              <DateInput />
            </FormField>
          )}
          <FormField
            form={form}
            name={name('ledgerOwed')}
            label="Balance before that date"
            hint={
              before ? `Do not include rent due from ${formatDay(before)}. Enter 0 if there was no balance.` : undefined
            }
          >
            <MoneyInput />
          </FormField>
          <FormField form={form} name={name('ledgerSide')} label="The balance was">
            <Select options={SIDES} />
          </FormField>
        </div>
      )}
    </div>
  );
}
