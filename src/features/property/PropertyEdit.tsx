/** /dashboard/properties/edit/$id: the form on a property that exists. */
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEditForm } from '../../web/records/edit-form.client.ts';
import { RecordEdit } from '../../web/records/RecordEdit.tsx';
import { DifferencesDialog } from '../../web/ui/overlay/Differences.tsx';
import { propertyDifferences } from './differences.ts';
import { toFormValues, withDatesKeptOnce } from './form-values.ts';
import { placeLine } from './labels.ts';
import { PropertyFormParts } from './PropertyFormParts.tsx';
import { PropertyForm, PropertyRecord } from './property.ts';
import { usePropertyFormPlace } from './property-form.client.ts';
import { changeProperty, properties } from './queries.client.ts';
import { rebase } from './rebase.ts';

const route = getRouteApi('/dashboard/properties/edit/$id');

export function PropertyEdit() {
  const { id } = route.useParams();
  return (
    <RecordEdit
      cache={properties}
      id={id}
      title="Edit Property"
      line={(property) => `${property.address}, ${placeLine(property)}`}
      list="/dashboard/properties"
      words={{
        loading: 'Loading Property...',
        failed: 'Error loading property data',
        missing: 'Property not found',
      }}
    >
      {(opened) => <EditForm opened={opened} />}
    </RecordEdit>
  );
}

function EditForm({ opened }: { opened: PropertyRecord }) {
  const navigate = useNavigate();
  const place = usePropertyFormPlace();
  const { form, version, conflict } = useEditForm({
    opened,
    record: PropertyRecord,
    schema: PropertyForm,
    toFormValues,
    change: changeProperty,
    rebase: (yours, theirs) => rebase(withDatesKeptOnce(yours), theirs),
    differences: propertyDifferences,
    saved: ({ id }) => void navigate({ to: '/dashboard/properties/$id', params: { id }, replace: true }),
    reveal: place.parts.reveal,
  });
  return (
    <>
      <PropertyFormParts
        form={form}
        place={place}
        draft={`property:${opened.id}:${version}`}
        submit="Update Property"
      />
      <DifferencesDialog thing="property" {...conflict} />
    </>
  );
}
