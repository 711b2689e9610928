/** A search field to choose one of a landlord's properties, however many there are. Inside a `FormField` it is a field like others. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { RecordPicker } from '../../web/records/form/RecordPicker.tsx';
import { TEXTS } from './listed.ts';
import type { PropertyChoice } from './property.ts';

type Props = {
  /** The id of the chosen property; empty for none. */
  value: string;
  /** The chosen property, where it is known; else it is asked for. */
  chosen?: PropertyChoice | null | undefined;
  onChange: (property: PropertyChoice | null) => void;
  /** Ids of those that cannot be chosen, as they have been already. */
  leftOut?: readonly string[];
  id?: string;
  'aria-label'?: string;
  disabled?: boolean;
};

export function PropertyPicker({ value, chosen, onChange, ...rest }: Props) {
  const [picked, setPicked] = useState<PropertyChoice | null>(null);
  const known = [chosen, picked].find((one) => one?.id === value);
  const asked = useQuery(propertyChoice(known ? '' : value));
  const shown = known ?? asked.data;
  return (
    <RecordPicker<PropertyChoice>
      {...rest}
      resource={{ noun: 'properties', find: choices }}
      asChoice={({ id, address, city }) => ({ id, name: address, line: city })}
      chosen={value !== '' && shown ? shown : null}
      onChange={(property) => {
        setPicked(property);
        onChange(property);
      }}
      placeholder="Search address, city or postcode"
      texts={TEXTS}
      addPath="/dashboard/properties/add"
    />
  );
}

/** One property to choose, by its id; null where there is none. */
export function propertyChoice(id: string) {
  return queryOptions({
    queryKey: ['properties', 'choice', id],
    queryFn: async ({ signal }) => (await choices({ id }, { signal }))[0] ?? null,
    enabled: id !== '',
    staleTime: 60_000,
  });
}

/** By address. Open to a landlord whose trial is over, too: Finance needs it. */
async function choices(query: { q?: string; limit?: string; id?: string }, init: { signal: AbortSignal }) {
  return (await read(api.properties.choices.$get({ query }, { init }))).items;
}
