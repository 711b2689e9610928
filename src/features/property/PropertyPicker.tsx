import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { RecordPicker } from '../../web/records/form/RecordPicker.tsx';
import { TEXTS } from './listed.ts';
import type { PropertyChoice } from './property.ts';

type Props = {
  /** The id of the chosen property, '' for none. */
  value: string;
  /** The chosen property, which is fetched if omitted. */
  chosen?: PropertyChoice | null | undefined;
  onChange: (property: PropertyChoice | null) => void;
  leftOut?: readonly string[];
  'aria-label'?: string;
  disabled?: boolean;
  placeholder?: string;
};

const PLACEHOLDER = 'Search address, city or postcode';

export function PropertyPicker({ value, chosen, onChange, placeholder = PLACEHOLDER, ...rest }: Props) {
  const [picked, setPicked] = useState<PropertyChoice | null>(null);
  const known = [chosen, picked].find((property) => property?.id === value);
  const loaded = useQuery(propertyChoice(known ? '' : value));
  const shown = known ?? loaded.data;
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
      placeholder={placeholder}
      texts={TEXTS}
      add={{ to: '/dashboard/properties/add', need: 'properties.add' }}
    />
  );
}

export function propertyChoice(id: string) {
  return queryOptions({
    queryKey: ['properties', 'choice', id],
    queryFn: async ({ signal }) => (await choices({ id }, { signal }))[0] ?? null,
    enabled: id !== '',
    staleTime: 60_000,
  });
}

/** Fetches choices sorted by address. The route stays open after the trial, since Finance uses it. */
async function choices(query: { q?: string; limit?: string; id?: string }, init: { signal: AbortSignal }) {
  return (await read(api.properties.choices.$get({ query }, { init }))).items;
}
