/** /dashboard/properties/add */
import { useNavigate } from '@tanstack/react-router';
import { FormPage } from '../../web/records/FormPage.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { BLANK_PROPERTY, withDatesKeptOnce } from './form-values.ts';
import { PropertyFormParts } from './PropertyFormParts.tsx';
import { PropertyForm } from './property.ts';
import { usePropertyFormPlace } from './property-form.client.ts';
import { addProperty } from './queries.client.ts';

export function PropertyAdd() {
  const navigate = useNavigate();
  const place = usePropertyFormPlace();
  const form = useZodForm({
    schema: PropertyForm,
    start: BLANK_PROPERTY,
    reveal: place.parts.reveal,
    save: (input) => addProperty(withDatesKeptOnce(input)),
    saved: () => void navigate({ to: '/dashboard/properties', replace: true }),
    failed: () => undefined, // a toast has said it
  });
  return (
    <FormPage title="Add New Property" list="/dashboard/properties">
      <PropertyFormParts form={form} place={place} draft="property:new" submit="Add Property" />
    </FormPage>
  );
}
