/** The form on a property that exists, and what happens when somebody else saved it first. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { type Difference, DifferencesDialog } from '../../web/ui/Differences.tsx';
import { useZodForm } from '../../web/ui/form.client.ts';
import { propertyDifferences } from './differences.ts';
import { PropertyFormParts } from './PropertyFormParts.tsx';
import { Property, PropertyForm, PropertyInput } from './property.ts';
import { changeProperty, isRefusal } from './queries.client.ts';
import { asTyped } from './typed-property.ts';

type Conflict = { theirs: Property; differences: Difference[] };

export function PropertyEditForm({ property }: { property: Property }) {
  const navigate = useNavigate();
  /** What the next save changes. */
  const [base, setBase] = useState(property);
  const [conflict, setConflict] = useState<Conflict>();
  const form = useZodForm({
    schema: PropertyForm,
    start: asTyped(property),
    save: (input) => saveOver(base, input),
    saved: ({ id }) => void navigate({ to: '/dashboard/properties/$id', params: { id }, replace: true }),
    failed: (error) => {
      setConflict(conflictIn(error));
      return undefined; // a toast has said it, or the dialog does
    },
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
      <PropertyFormParts form={form} draft={`property:${id}:${version}`} submit="Update Property" />
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

/** Saves; where the other version says the very same there is nothing to ask. */
async function saveOver(base: Property, input: PropertyInput): Promise<Property> {
  try {
    return await changeProperty(base, input);
  } catch (error) {
    const conflict = conflictIn(error);
    if (conflict?.differences.length !== 0) throw error;
    return changeProperty(conflict.theirs, input);
  }
}

function conflictIn(error: unknown): Conflict | undefined {
  if (!isRefusal(error, 'changed_meanwhile')) return undefined;
  const theirs = Property.parse(error.details.current);
  return { theirs, differences: propertyDifferences(PropertyInput.parse(error.details.yours), theirs) };
}
