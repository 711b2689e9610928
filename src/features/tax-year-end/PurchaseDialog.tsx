import { z } from 'zod';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { MoneyInput } from '../../web/ui/form/Inputs.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { useSavePurchase } from './year-end.client.ts';
import { type CapitalProperty, PURCHASE } from './year-end.ts';

type Props = { property: CapitalProperty | undefined; open: boolean; onOpenChange: (open: boolean) => void };

const Form = PURCHASE.form.extend({ id: z.uuid('Choose a property') });
const { price, boughtOn, stampDuty, legalFees, otherCosts } = PURCHASE.shape;
const EMPTY = { ...PURCHASE.blank, price: '0', stampDuty: '0', legalFees: '0', otherCosts: '0' };

export function PurchaseDialog({ property, open, onOpenChange }: Props) {
  const { mutateAsync: save } = useSavePurchase();
  const form = useZodForm({
    schema: Form,
    start: { id: property?.propertyId ?? '', ...(property ? PURCHASE.toForm(property.purchase) : EMPTY) },
    save,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`tax:purchase:${property?.propertyId ?? ''}`}
      open={open}
      onOpenChange={onOpenChange}
      title={property?.address ?? 'Add a purchase'}
      submit="Save"
    >
      <p className="mb-5 text-ink-2">Leave out costs that are already in the list as transactions.</p>
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        {!property && <PropertyField form={form} name="id" />}
        <FormField form={form} name="boughtOn" label={boughtOn.label} optional>
          <DateInput />
        </FormField>
        <FormField form={form} name="price" label={price.label}>
          <MoneyInput />
        </FormField>
        <FormField form={form} name="stampDuty" label={stampDuty.label}>
          <MoneyInput />
        </FormField>
        <FormField form={form} name="legalFees" label={legalFees.label}>
          <MoneyInput />
        </FormField>
        <FormField form={form} name="otherCosts" label={otherCosts.label} hint={otherCosts.hint}>
          <MoneyInput />
        </FormField>
      </div>
    </FormDialog>
  );
}
