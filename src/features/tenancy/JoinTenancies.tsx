import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatPence } from '../../shared/money.ts';
import { typedPence } from '../../shared/schemas.ts';
import { api, read } from '../../web/http/api.client.ts';
import { invalidate } from '../../web/http/query.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Checkbox, RadioGroup } from '../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../web/ui/form/Inputs.tsx';
import { TEXTS } from './listed.ts';
import { paidByText, type Tenancy } from './tenancy.ts';

type Props = { tenancies: Tenancy[]; open: boolean; onOpenChange: (open: boolean) => void };

const OTHER = 'other';
const NO_RENT = 'Enter the total rent';

/** `chosen` has a value for each tenancy, in the same order. `whole` is a rent in pence, or `OTHER`. */
const formOf = (tenancies: Tenancy[]) =>
  z
    .object({ chosen: z.array(z.boolean()), whole: z.string(), typed: z.string() })
    .refine(({ chosen }) => chosen.filter(Boolean).length > 1, {
      path: ['chosen.0'],
      error: 'Choose 2 or more joint tenants',
    })
    .transform(({ chosen, whole, typed }, context) => {
      const [target, ...others] = tenancies.filter((_, index) => chosen[index]);
      const rent = whole === OTHER ? typedPence(NO_RENT).safeParse(typed).data : Number(whole);
      if (whole === '') context.addIssue({ code: 'custom', path: ['whole'], message: 'Choose the total rent' });
      else if (rent === undefined) context.addIssue({ code: 'custom', path: ['typed'], message: NO_RENT });
      if (!target || rent === undefined || whole === '') return z.NEVER;
      return { id: target.id, json: { tenancies: others.map(({ id }) => id), rent } };
    });

export function JoinTenancies({ tenancies, open, onOpenChange }: Props) {
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, json }: { id: string; json: { tenancies: string[]; rent: number } }) =>
      withSession(() => read(api.tenancies[':id'].join.$post({ param: { id }, json }))),
    onSuccess: () => {
      for (const noun of ['rent', 'tenancies', 'tenants', 'transactions']) void invalidate({ queryKey: [noun] });
    },
    meta: {
      texts: {
        done: 'Tenancies joined',
        failed: 'We could not join the tenancies',
        signedOut: 'You must be logged in to change a tenancy',
        missing: TEXTS.notFound,
        handledByCaller: ['invalid_input'] as const,
      },
    },
  });
  const schema = formOf(tenancies);
  const form = useZodForm<z.input<typeof schema>, z.output<typeof schema>, Awaited<ReturnType<typeof mutateAsync>>>({
    schema,
    start: { chosen: tenancies.map(() => false), whole: '', typed: '' },
    save: mutateAsync,
    saved: () => onOpenChange(false),
    failed: (error) => `We could not join them. ${error instanceof Error ? error.message : ''}`.trim(),
  });
  const [chosen, whole] = useWatch({ control: form.rhf.control, name: ['chosen', 'whole'] });
  const rents = tenancies.filter((_, index) => chosen[index]).map(({ rent }) => rent);
  const sum = rents.reduce((total, rent) => total + rent, 0);
  const wholes = [...new Set(rents)].map((rent) => ({ value: String(rent), label: formatPence(rent) }));
  return (
    <FormDialog
      form={form}
      draft={`join:${tenancies.map(({ id }) => id).join(',')}`}
      open={open}
      onOpenChange={onOpenChange}
      title="Join tenancies"
      submit="Join tenancies"
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-2">
          Joint tenants share one rent and each is liable for all of it. We will move their payments to one ledger.
        </p>
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-bold">Joint tenants</legend>
          {tenancies.map((tenancy, index) => (
            <FormChoice key={tenancy.id} form={form} name={`chosen.${index}`}>
              {(error) => (
                <Checkbox
                  label={tenancy.names}
                  hint={`${formatPence(tenancy.rent)} · ${paidByText(tenancy)}`}
                  error={error}
                />
              )}
            </FormChoice>
          ))}
        </fieldset>
        {rents.length > 1 && (
          <FormChoice form={form} name="whole">
            {(error) => (
              <RadioGroup
                legend="What is the total rent?"
                error={error}
                options={[
                  ...wholes,
                  { value: String(sum), label: `${formatPence(sum)}, the total of their rents` },
                  { value: OTHER, label: 'Another amount' },
                ]}
              />
            )}
          </FormChoice>
        )}
        {whole === OTHER && (
          <FormField form={form} name="typed" label="Total rent">
            <MoneyInput />
          </FormField>
        )}
      </div>
    </FormDialog>
  );
}
