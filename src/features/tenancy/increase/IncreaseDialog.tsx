import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatDay, isDay } from '../../../shared/dates.ts';
import { formatPence, parsePounds } from '../../../shared/money.ts';
import { dayField, typedPence } from '../../../shared/schemas.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../../web/ui/form/Inputs.tsx';
import { copyText } from '../../../web/ui/overlay/copy.client.ts';
import { PER_PERIOD, rentAMonth } from '../rules/frequency.ts';
import { useAddRent } from '../tenancy.client.ts';
import type { TenancyRecord } from '../tenancy.ts';
import { FORM_4A, formFields, type IncreaseFacts, increaseOf, wrongService, wrongStart } from './increase.ts';

const { ':id': tenancyRoutes } = api.tenancies;

type Props = { tenancy: TenancyRecord; open: boolean; onOpenChange: (open: boolean) => void };

const Fields = z.object({
  amount: typedPence('Enter the new rent'),
  servedOn: dayField('Enter the date you serve notice'),
  from: dayField('Enter the date the new rent starts'),
});

type Typed = { amount: string; servedOn: string; from: string };

const increaseForm = (tenancy: TenancyRecord): z.ZodType<z.output<typeof Fields>, Typed> =>
  Fields.superRefine(({ from, servedOn }, context) => {
    const early = wrongService(servedOn);
    if (early) context.addIssue({ code: 'custom', path: ['servedOn'], message: early });
    const message = wrongStart(tenancy, { from, served: servedOn });
    if (message) context.addIssue({ code: 'custom', path: ['from'], message });
  });

export function IncreaseDialog({ tenancy, open, onOpenChange }: Props) {
  const today = useToday();
  const { id } = tenancy;
  const { data: facts } = useQuery({
    queryKey: ['rent', 'increase', id],
    queryFn: ({ signal }) => read(tenancyRoutes.increase.$get({ param: { id } }, { init: { signal } })),
    staleTime: 0,
  });
  const { mutateAsync: add } = useAddRent(id);
  const [schema] = useState(() => increaseForm(tenancy));
  const form = useZodForm({
    schema,
    start: { amount: '', servedOn: today, from: increaseOf(tenancy, today).day },
    save: (input) => add(input),
    saved: () => onOpenChange(false),
  });
  const [servedOn, from, amount] = useWatch({ control: form.rhf.control, name: ['servedOn', 'from', 'amount'] });
  const served = isDay(servedOn) ? servedOn : today;
  const starts = isDay(from) ? from : increaseOf(tenancy, served).day;
  const typed = parsePounds(amount);
  const rent = typed.ok ? typed.pence : undefined;
  return (
    <FormDialog
      form={form}
      draft={`tenancy:increase:${id}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Prepare a rent increase"
      submit={`Save new rent from ${formatDay(starts)}`}
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <FormField form={form} name="servedOn" label="Notice served on">
          <DateInput />
        </FormField>
        <FormField form={form} name="from" label="New rent from">
          <DateInput />
        </FormField>
        <FormField
          form={form}
          name="amount"
          label={`New rent ${PER_PERIOD[tenancy.frequency]}`}
          className="col-span-full"
        >
          <MoneyInput />
        </FormField>
      </div>
      <Earliest tenancy={tenancy} served={served} />
      {facts && <Similar facts={facts} own={rentAMonth(tenancy.rent, tenancy.frequency)} />}
      {facts && <Form4A fields={formFields(tenancy, { facts, rent, from: starts, today })} />}
    </FormDialog>
  );
}

function Earliest({ tenancy, served }: { tenancy: TenancyRecord; served: string }) {
  const { day, rules } = increaseOf(tenancy, served);
  const source = rules[0]?.source;
  return (
    <section aria-label="Earliest date" className="mt-5">
      <h3 className="mb-1 font-bold">Earliest date: {formatDay(day)}</h3>
      <p className="text-s text-ink-2">In England, under section 13 with Form 4A. The latest of these dates applies:</p>
      <ul className="my-2 list-disc pl-5 text-s text-ink-2">
        {rules.map(({ rule, day: leaves, text }) => (
          <li key={rule}>
            {text}: {formatDay(leaves)}
          </li>
        ))}
      </ul>
      {source && (
        <p className="text-s text-ink-2">
          {`This is general information, not legal advice. This rule has applied since ${formatDay(source.effectiveFrom)}: `}
          <a href={source.link} target="_blank" rel="noopener">
            {source.name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      )}
    </section>
  );
}

function Similar({ facts: { kind, similar }, own }: { facts: IncreaseFacts; own: number }) {
  return (
    <section aria-label="Your similar properties" className="mt-5">
      <h3 className="mb-1 font-bold">Your similar properties{kind ? `: ${kind}` : ''}</h3>
      <p className="text-s text-ink-2">
        {similar.length === 0
          ? 'You have no similar properties to compare.'
          : `Monthly rents. You charge ${formatPence(own)} here.`}
      </p>
      {similar.length > 0 && (
        <ul className="mt-2 rounded-card border border-line">
          {similar.map(({ tenancyId, names, propertyName, since, rentAMonth: rent }) => (
            <li
              key={tenancyId}
              className="flex justify-between gap-4 px-4 py-2 not-first:border-t not-first:border-line"
            >
              <span className="min-w-0 wrap-anywhere">
                <bdi>{propertyName}</bdi>
                <span className="block text-s text-ink-2">
                  <bdi>{names}</bdi>, since {formatDay(since)}
                </span>
              </span>
              <span className="figures">{formatPence(rent)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Form4A({ fields }: { fields: { name: string; value: string }[] }) {
  const copy = ({ name, value }: { name: string; value: string }) =>
    copyText(name, value, 'Select the text and copy it yourself.');
  return (
    <section aria-label="Details for Form 4A" className="mt-5">
      <h3 className="mb-1 font-bold">Details for Form 4A</h3>
      <p className="text-s text-ink-2">
        Copy these details into Form 4A on{' '}
        <a href={FORM_4A} target="_blank" rel="noopener">
          GOV.UK<span className="sr-only"> (opens in a new tab)</span>
        </a>
        .
      </p>
      <dl className="mt-2 rounded-card border border-line">
        {fields.map((field) => (
          <div key={field.name} className="px-4 py-1 not-first:border-t not-first:border-line">
            <dt className="text-s text-ink-2">{field.name}</dt>
            <dd className="flex items-center justify-between gap-4">
              <bdi className="min-w-0 wrap-anywhere">{field.value || 'Not entered'}</bdi>
              <Button variant="quiet" size="small" disabled={field.value === ''} onClick={() => void copy(field)}>
                Copy<span className="sr-only"> {field.name}</span>
              </Button>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
