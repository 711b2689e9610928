/** /dashboard/properties/add */
import { useNavigate } from '@tanstack/react-router';
import { LinkBack } from '../../web/links.client.ts';
import { useZodForm } from '../../web/ui/form.client.ts';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { PropertyFormParts } from './PropertyFormParts.tsx';
import { PropertyForm } from './property.ts';
import { usePropertyFormPlace } from './property-form.client.ts';
import { addProperty } from './queries.client.ts';
import { BLANK_PROPERTY, withDatesKeptOnce } from './typed-property.ts';

export function PropertyAdd() {
  const navigate = useNavigate();
  const place = usePropertyFormPlace();
  const form = useZodForm({
    schema: PropertyForm,
    start: BLANK_PROPERTY,
    reveal: place.reveal,
    save: (input) => addProperty(withDatesKeptOnce(input)),
    saved: () => void navigate({ to: '/dashboard/properties', replace: true }),
    failed: () => undefined, // a toast has said it
  });
  return (
    <div className="mx-auto max-w-[840px]">
      <PageHead title="Add New Property" back={<LinkBack to="/dashboard/properties">Back</LinkBack>} />
      <PropertyFormParts form={form} place={place} draft="property:new" submit="Add Property" />
    </div>
  );
}
