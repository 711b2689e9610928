/** A search field to choose one of a landlord's properties, however many there are. Inside a `FormField` it is a field like others. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { LinkButton } from '../../web/links.client.ts';
import { useRetry } from '../../web/retry.client.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Picker } from '../../web/ui/Picker.tsx';
import type { Choice } from '../../web/ui/picker.client.ts';
import type { Property } from './property.ts';
import { propertyChoices } from './property-choices.client.ts';
import { properties } from './queries.client.ts';

/** What is told of the property that was chosen. */
export type PickedProperty = Pick<Property, 'id' | 'address' | 'city'>;

type Props = {
  /** The id of the chosen property; empty for none. */
  value: string;
  /** The chosen property, where it is known; else it is asked for. */
  chosen?: PickedProperty | null | undefined;
  onChange: (property: PickedProperty | null) => void;
  placeholder?: string;
  id?: string;
  'aria-label'?: string;
  disabled?: boolean;
};

export function PropertyPicker({
  value,
  chosen,
  onChange,
  placeholder = 'Search address, city or postcode',
  ...control
}: Props) {
  // Nothing is asked for until the field is entered.
  const [q, setQ] = useState<string>();
  const [picked, setPicked] = useState<PickedProperty | null>(null);
  const found = useQuery({ ...propertyChoices(q ?? ''), enabled: q !== undefined, placeholderData: keepPreviousData });
  const known = [chosen, picked].find((one) => one?.id === value);
  const asked = useQuery({ ...properties.byId(value), enabled: value !== '' && !known, staleTime: 60_000 });
  const property = known ?? (asked.data?.id === value ? asked.data : null);
  return (
    <Picker
      {...control}
      chosen={property && asChoice(property)}
      onChange={(choice) => {
        const next = found.data?.find(({ id }) => id === choice?.id) ?? null;
        setPicked(next);
        onChange(next);
      }}
      choices={found.data?.map(asChoice)}
      searched={q ?? ''}
      onSearch={setQ}
      busy={found.isPlaceholderData || (found.isFetching && !found.data)}
      placeholder={placeholder}
      note={<Note found={found} />}
    />
  );
}

type Found = { data: readonly unknown[] | undefined; error: Error | null; refetch: () => Promise<unknown> };

/** Why there is nothing to choose from, and what to do about it. */
function Note({ found }: { found: Found }): ReactNode {
  const { error, busy, retry } = useRetry(found);
  if (error) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p>Failed to load properties. {error.message}</p>
        <Button size="small" busy={busy ? 'Retrying...' : undefined} onClick={retry}>
          Retry
        </Button>
      </div>
    );
  }
  if (found.data?.length !== 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p>No properties found</p>
      <LinkButton to="/dashboard/properties/add" size="small" variant="quiet">
        Add a property
      </LinkButton>
    </div>
  );
}

function asChoice({ id, address, city }: PickedProperty): Choice {
  return { id, name: address, line: city };
}
