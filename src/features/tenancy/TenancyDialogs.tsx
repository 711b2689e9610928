import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { formatPence, penceAsTyped } from '../../shared/money.ts';
import { dayField, optionalDay, typedPence } from '../../shared/schemas.ts';
import { useToday } from '../../web/http/session.client.ts';
import { ConflictDialog } from '../../web/records/form/ConflictDialog.tsx';
import { useEditForm } from '../../web/records/form/edit-form.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { MoneyInput, NumberInput, Select, TextInput } from '../../web/ui/form/Inputs.tsx';
import { DepositItems, DepositParts, ServiceMethods, type TenancyFormHandle } from './PapersFields.tsx';
import { AGREEMENT } from './papers.ts';
import { convertRent, FREQUENCIES, type Frequency, PER_PERIOD, WEEKS } from './rules/frequency.ts';
import { noLateInterest } from './rules/nation.ts';
import { confirmStart, needsConfirmation } from './rules/start.ts';
import { tenancies, useAddRent, useRemoveRent } from './tenancy.client.ts';
import { TENANCY, TenancyChange, TenancyForm, TenancyRecord, WEEKDAYS } from './tenancy.ts';

type Props = { tenancy: TenancyRecord; open: boolean; onOpenChange: (open: boolean) => void };

const GRID = 'grid grid-cols-2 items-start gap-5 max-md:grid-cols-1';
type Part = 'edit' | 'deposit' | 'service';
const TITLES: Record<Part, string> = { edit: 'Edit tenancy', deposit: 'Edit deposit', service: 'Edit serving papers' };

const partOf = (name: string): Part =>
  name.startsWith('deposit') ? 'deposit' : name === 'serviceMethods' ? 'service' : 'edit';
const fieldsOf = (part: Part) =>
  Object.fromEntries(Object.entries(TENANCY.shape).filter(([name]) => partOf(name) === part));

function Start({ form }: { form: TenancyFormHandle }) {
  const [start, before] = useWatch({ control: form.rhf.control, name: ['start', 'savedStart'] });
  return (
    <div className="flex flex-col gap-3">
      <FormField form={form} name="start" label={TENANCY.labels.start}>
        <DateInput />
      </FormField>
      <div role="status" className="empty:hidden">
        {needsConfirmation({ start, before }) && (
          <FormChoice form={form} name="confirmedStart">
            {(error) => <Checkbox label={confirmStart(start)} error={error} />}
          </FormChoice>
        )}
      </div>
    </div>
  );
}

const WEEKDAY_OPTIONS = WEEKDAYS.map((label, index) => ({ value: String(index + 1), label }));

/** Asks for the rent per period if that changes, and for a weekday if rent is paid in weeks. */
function RentDay({ form, opened }: { form: TenancyFormHandle; opened: TenancyRecord }) {
  const [chosen, before] = useWatch({ control: form.rhf.control, name: ['frequency', 'savedFrequency'] });
  const frequency = FREQUENCIES.find((one) => one === chosen) ?? before;
  return (
    <>
      {WEEKS[frequency] ? (
        <FormField form={form} name="rentDay" label={TENANCY.labels.rentDay}>
          <Select options={WEEKDAY_OPTIONS} placeholder="Choose a day" />
        </FormField>
      ) : (
        <FormField form={form} name="rentDay" label={TENANCY.labels.rentDay}>
          <NumberInput />
        </FormField>
      )}
      {frequency !== before && (
        <FormField
          form={form}
          name={`rents.${frequency}`}
          label={`Rent ${PER_PERIOD[frequency]}`}
          hint={`${formatPence(opened.rent)} ${PER_PERIOD[before]} until now.${opened.rents.length > 1 ? ' Other rents change in the same ratio.' : ''}`}
          className="col-span-full"
        >
          <MoneyInput />
        </FormField>
      )}
    </>
  );
}

function toFormValues(saved: TenancyRecord) {
  const rentOf = (frequency: Frequency) => penceAsTyped(convertRent(saved.rent, saved.frequency, frequency));
  const rents = Object.fromEntries(FREQUENCIES.map((frequency) => [frequency, rentOf(frequency)]));
  return {
    ...TENANCY.toForm(saved),
    savedStart: saved.start,
    confirmedStart: false,
    savedFrequency: saved.frequency,
    rents: rents as Record<Frequency, string>,
  };
}

/** `part` selects the visible fields. The whole tenancy is saved. */
export function EditTenancy({ tenancy, part, open, onOpenChange }: Props & { part: Part }) {
  const [opened] = useState(tenancy);
  const { mutateAsync: change } = useMutation(tenancies.change);
  const { form, conflict } = useEditForm({
    opened,
    record: TenancyRecord,
    schema: TenancyForm,
    toFormValues,
    change: (before, { rents, ...output }) =>
      change({ before, input: TenancyChange.parse({ ...output, rent: rents[output.frequency] }) }),
    merge: TENANCY.merge,
    thing: 'tenancy',
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`tenancy:${part}:${opened.id}:${opened.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TITLES[part]}
      submit="Save"
    >
      <div className={GRID}>
        <FormFields
          form={form}
          fields={fieldsOf(part)}
          own={{
            start: <Start form={form} />,
            rentDay: <RentDay form={form} opened={opened} />,
            written: (
              <FormChoice form={form} name="written">
                {(error) => <Checkbox className="col-span-full" label={TENANCY.labels.written} error={error} />}
              </FormChoice>
            ),
            signedAt: (
              <FormField
                form={form}
                name="signedAt"
                label={TENANCY.labels.signedAt}
                hint={AGREEMENT.signedAt.hint}
                optional
              >
                <TextInput type="datetime-local" />
              </FormField>
            ),
            serviceMethods: <ServiceMethods form={form} />,
            depositItems: <DepositItems form={form} />,
            depositParts: <DepositParts form={form} />,
            lateInterest: (
              <FormChoice form={form} name="lateInterest">
                {(error) => (
                  <Checkbox
                    className="col-span-full"
                    label={TENANCY.labels.lateInterest}
                    hint={
                      noLateInterest(opened) ??
                      'In England you can charge up to 3% a year over the base rate once rent is 14 days late.'
                    }
                    error={error}
                  />
                )}
              </FormChoice>
            ),
          }}
        />
      </div>
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}

const NO_RENT = 'Enter the rent';
const RentForm = z.object({
  from: dayField('Enter the date the rent starts'),
  amount: typedPence(NO_RENT),
  servedOn: optionalDay(),
});

export function ChangeRent({ tenancy, open, onOpenChange }: Props) {
  const today = useToday();
  const { mutateAsync: add } = useAddRent(tenancy.id);
  const { mutate: remove, isPending } = useRemoveRent(tenancy.id);
  const form = useZodForm({
    schema: RentForm,
    start: { from: today, amount: penceAsTyped(tenancy.rent), servedOn: '' },
    save: (input) => add(input),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`tenancy:rent:${tenancy.id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Change rent"
      submit="Change rent"
    >
      <div className={GRID}>
        <FormField form={form} name="amount" label={`Rent ${PER_PERIOD[tenancy.frequency]}`}>
          <MoneyInput />
        </FormField>
        <FormField form={form} name="from" label="From">
          <DateInput />
        </FormField>
        <FormField
          form={form}
          name="servedOn"
          label="Notice served on"
          hint="The date you served Form 4A, if you used it."
          optional
          className="col-span-full"
        >
          <DateInput />
        </FormField>
      </div>
      {tenancy.rents.length > 1 && (
        <section aria-label="Previous rents" className="mt-5">
          <h3 className="mb-2 font-bold">Previous rents</h3>
          <ul className="rounded-card border border-line">
            {tenancy.rents.map(({ id, from, amount }) => (
              <li
                key={id}
                className="flex items-center justify-between gap-3 px-4 py-1 not-first:border-t not-first:border-line"
              >
                <span>
                  From {formatDay(from)}, <span className="figures">{formatPence(amount)}</span>
                </span>
                <Button variant="quiet" size="small" disabled={isPending} onClick={() => remove(id)}>
                  Remove<span className="sr-only">, from {formatDay(from)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  );
}
