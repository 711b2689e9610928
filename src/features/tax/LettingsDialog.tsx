/** Lists commercial and mixed properties, and saves the residential share of a property. */
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { NumberInput } from '../../web/ui/form/Inputs.tsx';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { lettingsQuery, useSaveLetting } from './tax.client.ts';
import { TaxLettingInput } from './tax.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const Form = z.object({
  id: z.uuid('Choose a property'),
  residentialPercent: z
    .string()
    .transform((typed) => Number(typed.replace('%', '').trim() || Number.NaN))
    .pipe(TaxLettingInput.shape.residentialPercent),
});

export function LettingsDialog({ open, onOpenChange }: Props) {
  const { data = [] } = useQuery({ ...lettingsQuery, enabled: open });
  const { mutateAsync: save, mutate, isPending } = useSaveLetting();
  const form = useZodForm({
    schema: Form,
    start: { id: '', residentialPercent: '0' },
    save,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft="tax:letting"
      open={open}
      onOpenChange={onOpenChange}
      title="Commercial property"
      submit="Save"
    >
      <p className="mb-5 text-ink-2">
        Loan interest and loan fees of homes are in box 44, those of shops and offices in box 26. We treat all
        properties as homes except these.
      </p>
      <div className="flex flex-col gap-5">
        <PropertyField form={form} name="id" />
        <FormField
          form={form}
          name="residentialPercent"
          label="Residential share (%)"
          hint="0 for a shop or office, 60 for a shop with a flat that is 60% of it."
        >
          <NumberInput />
        </FormField>
      </div>
      {data.length > 0 && (
        <div className="mt-5 rounded-card border border-line">
          <Rows label="Commercial and mixed properties">
            {data.map(({ propertyId, address, residentialPercent }) => (
              <Row
                key={propertyId}
                line={residentialPercent === 0 ? 'Commercial' : `${residentialPercent}% residential`}
                end={
                  <Button
                    variant="quiet"
                    size="small"
                    disabled={isPending}
                    onClick={() => mutate({ id: propertyId, residentialPercent: 100 })}
                  >
                    Treat as a home<span className="sr-only">: {address}</span>
                  </Button>
                }
              >
                {address}
              </Row>
            ))}
          </Rows>
        </div>
      )}
    </FormDialog>
  );
}
