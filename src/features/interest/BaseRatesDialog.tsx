import { useState } from 'react';
import { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Skeleton } from '../../web/ui/display/Loading.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { BaseRateDay, BaseRateInput } from './base-rates.ts';
import { useBaseRates, useChangeBaseRate } from './interest.client.ts';
import { BASE_RATES_SOURCE } from './late-interest.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const Form = z.object({
  from: BaseRateDay.shape.from,
  percent: z
    .string()
    .transform((typed) => Number(typed.replace('%', '').trim() || Number.NaN))
    .pipe(BaseRateInput.shape.percent),
});

const NEWEST = 12;

export function BaseRatesDialog({ open, onOpenChange }: Props) {
  const today = useToday();
  const { data, error } = useBaseRates();
  const { mutateAsync: change, mutate, isPending } = useChangeBaseRate();
  const [all, setAll] = useState(false);
  const form = useZodForm({
    schema: Form,
    start: { from: today, percent: '' },
    save: (input) => change(input),
    saved: () => onOpenChange(false),
  });
  const items = data?.items ?? [];
  return (
    <FormDialog
      form={form}
      draft="rent:base-rate"
      open={open}
      onOpenChange={onOpenChange}
      title="Base rates"
      submit="Add rate"
    >
      <p className="mb-5 text-ink-2">
        <a href={BASE_RATES_SOURCE.link} target="_blank" rel="noopener">
          {BASE_RATES_SOURCE.name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        {`, as of ${formatDay(data?.knownTo ?? BASE_RATES_SOURCE.checked)}. If the rate has changed, add the new one.`}
      </p>
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <FormField form={form} name="from" label="From">
          <DateInput />
        </FormField>
        <FormField form={form} name="percent" label="Base rate (%)">
          <TextInput inputMode="decimal" autoComplete="off" />
        </FormField>
      </div>
      {!data && !error && <Skeleton className="mt-5 h-40 w-full" />}
      {error && !data && <p role="alert">{`We could not load the base rates. ${error.message}`}</p>}
      {data && (
        <ul aria-label="Rates" className="figures mt-5 rounded-card border border-line">
          {(all ? items : items.slice(0, NEWEST)).map(({ from, percent, own }) => (
            <li
              key={from}
              className="flex min-h-11 items-center justify-between gap-3 px-4 not-first:border-t not-first:border-line"
            >
              <span>{`${percent}% from ${formatDay(from)}`}</span>
              {own && (
                <Button
                  variant="quiet"
                  size="small"
                  disabled={isPending}
                  onClick={() => mutate({ from, percent: undefined })}
                >
                  Remove<span className="sr-only">, from {formatDay(from)}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!all && items.length > NEWEST && (
        <Button variant="quiet" size="small" onClick={() => setAll(true)}>
          Show older rates
        </Button>
      )}
    </FormDialog>
  );
}
