/** A search field to choose one of a landlord's suppliers. Inside a `FormField` it is a field like others. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { RecordPicker } from '../../web/records/form/RecordPicker.tsx';
import { TEXTS } from './listed.ts';
import { PATHS } from './supplier.client.ts';
import type { SupplierChoice } from './supplier.ts';

type Props = {
  /** The id of the chosen supplier; empty for none. */
  value: string;
  onChange: (supplier: SupplierChoice | null) => void;
};

export function SupplierPicker({ value, onChange, ...control }: Props) {
  const [picked, setPicked] = useState<SupplierChoice | null>(null);
  const known = picked?.id === value ? picked : undefined;
  const asked = useQuery({
    queryKey: ['suppliers', 'choice', value],
    queryFn: async ({ signal }) => (await choices({ id: value }, { signal }))[0] ?? null,
    enabled: value !== '' && !known,
    staleTime: 60_000,
  });
  return (
    <RecordPicker<SupplierChoice>
      {...control}
      resource={{ noun: 'suppliers', find: choices }}
      asChoice={({ id, name, serviceType }) => ({ id, name, line: serviceType })}
      chosen={value === '' ? null : (known ?? asked.data ?? null)}
      onChange={(supplier) => {
        setPicked(supplier);
        onChange(supplier);
      }}
      placeholder="Search name or service"
      texts={TEXTS}
      addPath={PATHS.add}
    />
  );
}

/** By name. Open to a landlord whose trial is over, too: Finance needs it. */
async function choices(query: { q?: string; limit?: string; id?: string }, init: { signal: AbortSignal }) {
  return (await read(api.suppliers.choices.$get({ query }, { init }))).items;
}
