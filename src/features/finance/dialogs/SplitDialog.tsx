/** Splits a transaction by category, property and ledger, and merges its parts. */
import { useMutation, useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence, penceAsTyped, typedOrZero } from '../../../shared/money.ts';
import { typedPounds } from '../../../shared/schemas.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { invalidate } from '../../../web/http/query.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Button, IconButton } from '../../../web/ui/display/Button.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { type FormHandle, useZodForm } from '../../../web/ui/form/form.client.ts';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { PropertyField } from '../../property/PropertyField.tsx';
import { useCategoryOptions } from '../../transaction/categories.client.ts';
import { OPTIONS_OF_TYPE, TEXTS } from '../../transaction/labels.ts';
import { type Payer, PayerPicker } from '../../transaction/PayerPicker.tsx';
import {
  fitsItsCategory,
  NO_AMOUNT,
  type Split,
  SplitInput,
  SplitPart,
  WRONG_CATEGORY,
} from '../../transaction/split/split.ts';
import { toastUndoable } from '../../transaction/transaction.client.ts';
import type { Transaction } from '../../transaction/transaction.ts';

type Props = { transaction: Transaction; open: boolean; onOpenChange: (open: boolean) => void };

const idOrNone = z.string().transform((id) => id || null);

const { amount, description } = SplitPart.shape;
const FormPart = z
  .object({
    id: z.string().transform((id) => id || undefined),
    amount: typedPounds(NO_AMOUNT).pipe(amount),
    category: z.string().min(1, 'Choose a category'),
    description,
    propertyId: idOrNone,
    tenancyId: idOrNone,
  })
  .refine(fitsItsCategory, WRONG_CATEGORY);
const FormValues = z.object({ parts: z.array(FormPart) });
type Values = z.input<typeof FormValues>;
type Output = z.output<typeof FormValues>;

export function SplitDialog(props: Props) {
  const openings = useOpenCount(props.open);
  const { data: split } = useQuery({
    // Outside the transaction queries: a refetch would replace typed input, and a saved part may be deleted.
    queryKey: ['split', props.transaction.id, openings],
    queryFn: ({ signal }) =>
      read(api.transactions[':id'].split.$get({ param: { id: props.transaction.id } }, { init: { signal } })),
    enabled: props.open,
    gcTime: 0,
  });
  return split ? <Parts key={openings} {...props} split={split} /> : null;
}

const BLANK = { id: '', amount: '', category: '', description: '', propertyId: '', tenancyId: '' };

function toFormPart({
  id,
  amount,
  category,
  description,
  propertyId,
  tenancyId,
}: Transaction): Values['parts'][number] {
  const typed = `${amount < 0 ? '-' : ''}${penceAsTyped(Math.abs(amount))}`;
  return { id, amount: typed, category, description, propertyId: propertyId ?? '', tenancyId: tenancyId ?? '' };
}

function Parts({ transaction, split, open, onOpenChange }: Props & { split: Split }) {
  const { amount, parts: before } = split;
  const rows = before.map(({ id, version }) => ({ id, version }));
  const { mutateAsync: save } = useMutation({
    mutationFn: ({ parts }: Output) =>
      withSession(() => read(api.transactions.split.$post({ json: SplitInput.parse({ rows, parts }) }))),
    onSettled: () => Promise.all([invalidate({ queryKey: ['transactions'] }), invalidate({ queryKey: ['rent'] })]),
  });
  const form = useZodForm<Values, Output, Awaited<ReturnType<typeof save>>>({
    schema: FormValues,
    start: { parts: [...before.map(toFormPart), ...(before.length === 1 ? [BLANK] : [])] },
    save,
    saved: ({ parts, batch }) => {
      onOpenChange(false);
      const title = parts.length > 1 ? `Split into ${parts.length} parts` : 'Parts merged';
      toastUndoable({ title, more: '' }, title, batch);
    },
    failed: (error) => `We could not split the transaction. ${error instanceof Error ? error.message : ''}`.trim(),
  });
  const array = useFieldArray({ control: form.rhf.control, name: 'parts', keyName: 'key' });
  return (
    <FormDialog
      form={form}
      draft={`split:${transaction.id}:${transaction.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.splitTitle}
      submit={array.fields.length > 1 ? `Save ${array.fields.length} parts` : 'Merge parts'}
    >
      <div className="flex flex-col gap-4">
        <p>
          <b className="wrap-anywhere">
            <bdi>{before[0]?.description}</bdi>
          </b>{' '}
          <span className="text-s text-ink-2">
            {formatDay(transaction.date)} · {formatPence(amount)}
          </span>
        </p>
        <p className="text-s text-ink-2">
          Enter income as a plain amount and deductions with a minus. The parts must add up to {formatPence(amount)}.
        </p>
        <ol aria-label="Parts" className="flex flex-col gap-4">
          {array.fields.map(({ key, id }, index) => (
            <li key={key}>
              <PartFields
                form={form}
                index={index}
                before={before.find(({ id: known }) => known === id)}
                onRemove={() => array.remove(index)}
              />
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Button size="small" icon={Plus} onClick={() => array.append(BLANK)}>
            Add part
          </Button>
          <Rest form={form} amount={amount} />
        </div>
      </div>
    </FormDialog>
  );
}

type FieldsProps = {
  form: FormHandle<Values, Output>;
  index: number;
  before: Split['parts'][number] | undefined;
  onRemove: () => void;
};

function payerOf(part: Split['parts'][number] | undefined): Payer | undefined {
  const { tenancyId, tenancy, propertyId = null, propertyAddress } = part ?? {};
  return tenancyId ? { tenancyId, names: tenancy ?? '', propertyId, propertyName: propertyAddress ?? null } : undefined;
}

/** The first part is the transaction itself, so it keeps its description and cannot be removed. */
function PartFields({ form, index, before, onRemove }: FieldsProps) {
  const [category, tenancyId] = useWatch({
    control: form.rhf.control,
    name: [`parts.${index}.category`, `parts.${index}.tenancyId`],
  });
  const categories = useCategoryOptions(OPTIONS_OF_TYPE.income, before?.category);
  const [payer, setPayer] = useState(payerOf(before));
  return (
    <fieldset className="grid grid-cols-2 items-start gap-x-4 gap-y-3 rounded-card border border-line p-4 max-md:grid-cols-1">
      <legend className="sr-only">Part {index + 1}</legend>
      <FormField form={form} name={`parts.${index}.amount`} label="Amount (£)">
        <TextInput inputMode="text" autoComplete="off" className="figures" />
      </FormField>
      <FormField form={form} name={`parts.${index}.category`} label="Category">
        <Select options={categories} placeholder="Choose one" />
      </FormField>
      {index > 0 && (
        <FormField form={form} name={`parts.${index}.description`} label="Description" className="col-span-full">
          <TextInput autoComplete="off" />
        </FormField>
      )}
      <PropertyField form={form} name={`parts.${index}.propertyId`} optional />
      {(category === 'rent' || tenancyId !== '') && (
        <FormField form={form} name={`parts.${index}.tenancyId`} label="Tenancy ledger" optional>
          <PayerPicker
            chosen={payer?.tenancyId === tenancyId ? payer : undefined}
            onChange={(chosen) => {
              setPayer(chosen);
              form.rhf.setValue(`parts.${index}.tenancyId`, chosen?.tenancyId ?? '', { shouldDirty: true });
            }}
          />
        </FormField>
      )}
      {index > 0 && (
        <div className="col-span-full flex justify-end">
          <IconButton icon={Trash2} size="small" label={`Remove part ${index + 1}`} title="Remove" onClick={onRemove} />
        </div>
      )}
    </fieldset>
  );
}

function Rest({ form, amount }: { form: FormHandle<Values, Output>; amount: number }) {
  const parts = useWatch({ control: form.rhf.control, name: 'parts' });
  const rest = parts.reduce((left, part) => left - typedOrZero(part.amount), amount);
  return (
    <p role="status" className="text-s text-ink-2">
      {rest === 0 ? (
        'The parts add up'
      ) : (
        <>
          Left to split <b className="figures text-ink">{formatPence(rest)}</b>
        </>
      )}
    </p>
  );
}
