/** /dashboard/properties/add */
import { useNavigate } from '@tanstack/react-router';
import { useZodForm } from '../../web/ui/form.client.ts';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { LinkBack } from './links.client.ts';
import { PropertyFormParts } from './PropertyFormParts.tsx';
import { PropertyForm } from './property.ts';
import { addProperty } from './queries.client.ts';
import { BLANK_PROPERTY } from './typed-property.ts';

export function PropertyAdd() {
  const navigate = useNavigate();
  const form = useZodForm({
    schema: PropertyForm,
    start: BLANK_PROPERTY,
    save: addProperty,
    saved: () => void navigate({ to: '/dashboard/properties', replace: true }),
    failed: () => undefined, // a toast has said it
  });
  return (
    <div className="mx-auto max-w-[840px]">
      <PageHead title="Add New Property" back={<LinkBack to="/dashboard/properties">Back</LinkBack>} />
      <PropertyFormParts form={form} draft="property:new" submit="Add Property" />
    </div>
  );
}
