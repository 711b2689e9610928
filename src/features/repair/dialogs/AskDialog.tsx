/** Requests quotes from suppliers. Suppliers for this kind of work are proposed first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { addDays } from '../../../shared/dates.ts';
import { optionalDay, paragraph, typedOptionalPence } from '../../../shared/schemas.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { Field, FieldNotes, FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { MoneyInput, TextArea } from '../../../web/ui/form/Inputs.tsx';
import { SupplierPicker } from '../../supplier/SupplierPicker.tsx';
import { suppliers } from '../../supplier/supplier.client.ts';
import type { SupplierChoice } from '../../supplier/supplier.ts';
import { serviceTypesOf } from '../listed.ts';
import { useAsk } from '../repair.client.ts';
import { AskInput, REPAIR, type RepairRecord } from '../repair.ts';
import type { DialogProps } from '../rules/actions.ts';

const ANSWER_DAYS = 3;

const askForm = (today: string) =>
  z
    .object({
      suppliers: AskInput.shape.suppliers,
      answerBy: optionalDay().refine((day) => !day || day >= today, 'Enter today or a later date'),
      text: paragraph({ max: 2000 }),
      costLimit: typedOptionalPence().refine((pence) => pence !== 0, 'Enter an amount above £0'),
      firstGetsIt: z.boolean(),
    })
    .refine(({ firstGetsIt, costLimit }) => !firstGetsIt || costLimit !== null, {
      path: ['costLimit'],
      error: 'Enter an amount',
    });
type AskForm = ReturnType<typeof askForm>;

export function AskDialog({ repair, ...dialog }: DialogProps<RepairRecord>) {
  const today = useToday();
  const { mutateAsync: ask } = useAsk(repair);
  const [others, setOthers] = useState<SupplierChoice[]>([]);
  const form = useZodForm<z.input<AskForm>, z.output<AskForm>, RepairRecord>({
    schema: askForm(today),
    start: {
      suppliers: [],
      answerBy: addDays(today, ANSWER_DAYS),
      text: '',
      costLimit: REPAIR.shape.costLimit.toForm(repair.costLimit),
      firstGetsIt: repair.firstGetsIt,
    },
    save: (input) => ask(input),
    saved: () => dialog.onOpenChange(false),
  });
  const { rhf } = form;
  const chosen = rhf.watch('suppliers');
  const { error } = rhf.getFieldState('suppliers', rhf.formState);
  const toggle = (id: string, on: boolean) =>
    rhf.setValue('suppliers', on ? [...chosen, id] : chosen.filter((one) => one !== id), {
      shouldDirty: true,
      shouldValidate: rhf.formState.isSubmitted,
    });
  const proposed = useSuppliersFor(repair);
  const askedIds = repair.offers.flatMap(({ state, supplierId }) =>
    state === 'asked' || state === 'given' ? [supplierId] : [],
  );
  const listed = [...proposed, ...others].filter(({ id }) => !askedIds.includes(id));
  return (
    <FormDialog
      {...dialog}
      form={form}
      draft={`repair:${repair.id}:ask`}
      title="Ask for quotes"
      submit="Ask for quotes"
    >
      <div className="flex flex-col gap-5">
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-2 font-bold">Suppliers</legend>
          {listed.map(({ id, name, serviceType }) => (
            <Checkbox
              key={id}
              name="suppliers"
              label={`${name}, ${serviceType}`}
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) => toggle(id, currentTarget.checked)}
            />
          ))}
          <Field label="Another supplier" optional>
            <SupplierPicker
              value=""
              onChange={(supplier) => {
                if (!supplier || chosen.includes(supplier.id)) return;
                if (!listed.some(({ id }) => id === supplier.id)) setOthers((now) => [...now, supplier]);
                toggle(supplier.id, true);
              }}
            />
          </Field>
          <FieldNotes
            id="suppliers"
            error={error?.message}
            hint="We will send each supplier a link. They see photos, street and town, but not each other’s quotes."
          />
        </fieldset>
        <FormField form={form} name="text" label="Message" optional>
          <TextArea />
        </FormField>
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          <FormField form={form} name="answerBy" label="Answer by" optional>
            <DateInput />
          </FormField>
          <FormField form={form} name="costLimit" label="Your limit (£)" optional hint="VAT included.">
            <MoneyInput />
          </FormField>
        </div>
        <FormChoice form={form} name="firstGetsIt">
          {(problem) => <Checkbox label="The first offer up to your limit gets the job" error={problem} />}
        </FormChoice>
      </div>
    </FormDialog>
  );
}

/** Suppliers for this kind of work, then other suppliers of the property. */
function useSuppliersFor({ category, propertyId }: RepairRecord): SupplierChoice[] {
  const [first, second] = serviceTypesOf(category);
  const all = { q: '', sort: 'name' } as const;
  const mine = useInfiniteQuery({ ...suppliers.list({ ...all, serviceType: first }), enabled: Boolean(first) });
  const more = useInfiniteQuery({ ...suppliers.list({ ...all, serviceType: second }), enabled: Boolean(second) });
  const near = useInfiniteQuery({
    ...suppliers.list({ ...all, ...(propertyId && { propertyId }) }),
    enabled: propertyId !== null,
  });
  const found = [mine, more, near].flatMap(({ data }) => data?.pages[0]?.items ?? []);
  return [...new Map(found.map((one) => [one.id, one])).values()];
}
