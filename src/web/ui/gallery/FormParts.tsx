/** A whole form: press Save to see every error at once; the address 'taken' is refused as a server would. */
import { z } from 'zod';
import { AppError } from '../../../shared/app-error.ts';
import { Button } from '../display/Button.tsx';
import { Card } from '../display/Card.tsx';
import { Checkbox } from '../form/Checkbox.tsx';
import { ErrorSummary, Form, SubmitButton } from '../form/Form.tsx';
import { FormChoice, FormField } from '../form/FormField.tsx';
import { useZodForm } from '../form/form.client.ts';
import { MoneyInput } from '../form/MoneyInput.tsx';
import { RadioGroup } from '../form/RadioGroup.tsx';
import { SaveBar } from '../form/SaveBar.tsx';
import { Select } from '../form/Select.tsx';
import { TextArea } from '../form/TextArea.tsx';
import { TextInput } from '../form/TextInput.tsx';
import { toast } from '../overlay/toast.client.ts';
import { Kit } from './Kit.tsx';

const Home = z.object({
  address: z.string().min(5, 'Address must be at least 5 characters'),
  type: z.string().min(1, 'Property type is required'),
  rent: z.string().min(1, 'Rent amount is required'),
  notes: z.string().max(40, 'At most 40 characters'),
  status: z.enum(['vacant', 'maintenance'], 'Status is required'),
  terms: z.literal(true, 'You must accept the terms and conditions.'),
});

export function FormParts() {
  const form = useZodForm({
    schema: Home,
    start: { address: '', type: '', rent: '', notes: '' },
    save: async ({ address }) => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      if (address === 'taken') throw new AppError('invalid_input', { fields: { address: 'This address is taken' } });
      if (address === 'broken') throw new AppError('unavailable');
      return address;
    },
    saved: (address) => toast.success(`${address} saved`),
    failed: (error) => (error instanceof AppError ? error.message : 'It could not be saved.'),
  });
  return (
    <Kit title="Form">
      <Form form={form} label="Example form" className="flex flex-col gap-5">
        <ErrorSummary form={form} place={() => 'Basic Details'} />
        <Card>
          <div className="grid grid-cols-2 gap-x-4 gap-y-5 p-5 max-md:grid-cols-1 max-md:p-4">
            <FormField form={form} name="address" label="Address" hint="House number and street.">
              <TextInput />
            </FormField>
            <FormField form={form} name="type" label="Property Type">
              <Select placeholder="Choose a type" options={[{ value: 'flat', label: 'Flat' }]} />
            </FormField>
            <FormField form={form} name="rent" label="Rent per month">
              <MoneyInput />
            </FormField>
            <FormChoice form={form} name="status">
              {(error) => (
                <RadioGroup
                  legend="Status"
                  error={error}
                  options={[
                    { value: 'vacant', label: 'Vacant' },
                    { value: 'maintenance', label: 'Maintenance' },
                  ]}
                />
              )}
            </FormChoice>
            <FormField form={form} name="notes" label="Notes" optional className="col-span-full">
              <TextArea />
            </FormField>
            <FormChoice form={form} name="terms">
              {(error) => <Checkbox label="I accept the terms" error={error} />}
            </FormChoice>
          </div>
          <div className="flex justify-end border-t border-line p-5 max-md:p-4">
            <SubmitButton form={form} busy="Saving...">
              Save Changes
            </SubmitButton>
          </div>
        </Card>
      </Form>
      <div>
        <SaveBar unsaved wrong={2}>
          <Button>Cancel</Button>
          <Button variant="primary">Update Property</Button>
        </SaveBar>
      </div>
    </Kit>
  );
}
