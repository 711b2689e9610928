/** The form on a property that exists, and what happens when somebody else saved it first. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { isRefusal } from '../../shared/app-error.ts';
import { type Difference, DifferencesDialog } from '../../web/ui/Differences.tsx';
import { useZodForm } from '../../web/ui/form.client.ts';
import { propertyDifferences } from './differences.ts';
import { PropertyFormParts } from './PropertyFormParts.tsx';
import { PropertyForm, PropertyRecord } from './property.ts';
import { usePropertyFormPlace } from './property-form.client.ts';
import { changeProperty } from './queries.client.ts';
import { savedOver } from './saved-over.ts';
import { asTyped, type FilledProperty, withDatesKeptOnce } from './typed-property.ts';

type Conflict = { theirs: PropertyRecord; differences: Difference[] };

export function PropertyEditForm({ property }: { property: PropertyRecord }) {
  const navigate = useNavigate();
  const place = usePropertyFormPlace();
  /** What the next save changes. */
  const [base, setBase] = useState(property);
  const [conflict, setConflict] = useState<Conflict>();

  /** Where the other version says the very same there is nothing to ask. */
  const saveOver = async (before: PropertyRecord, input: FilledProperty): Promise<PropertyRecord> => {
    const mine = savedOver(input, before);
    try {
      return await changeProperty(before, mine);
    } catch (error) {
      if (!isRefusal(error, 'changed_meanwhile')) throw error;
      const theirs = PropertyRecord.parse(error.details.current);
      const differences = propertyDifferences(savedOver(mine, theirs), theirs);
      if (differences.length === 0) return saveOver(theirs, mine);
      setConflict({ theirs, differences });
      throw error;
    }
  };
  const form = useZodForm({
    schema: PropertyForm,
    start: asTyped(property),
    reveal: place.reveal,
    save: (input) => saveOver(base, withDatesKeptOnce(input)),
    saved: ({ id }) => void navigate({ to: '/dashboard/properties/$id', params: { id }, replace: true }),
    failed: () => undefined, // a toast has said it, or the dialog does
  });
  const { id, version } = base;

  const keepMine = ({ theirs }: Conflict) => {
    // Rendered before it is submitted, so that the save starts from their version.
    flushSync(() => {
      setBase(theirs);
      setConflict(undefined);
    });
    form.element.current?.requestSubmit();
  };
  const takeTheirs = ({ theirs }: Conflict) => {
    setBase(theirs);
    setConflict(undefined);
    form.rhf.reset(asTyped(theirs));
  };

  return (
    <>
      <PropertyFormParts form={form} place={place} draft={`property:${id}:${version}`} submit="Update Property" />
      <DifferencesDialog
        differences={conflict?.differences}
        thing="property"
        onClose={() => setConflict(undefined)}
        onKeepMine={() => conflict && keepMine(conflict)}
        onTakeTheirs={() => conflict && takeTheirs(conflict)}
      />
    </>
  );
}
