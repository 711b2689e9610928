import { z } from 'zod';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
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
        <FormFields form={form} fields={{ boughtOn, price, stampDuty, legalFees, otherCosts }} />
      </div>
    </FormDialog>
  );
}
