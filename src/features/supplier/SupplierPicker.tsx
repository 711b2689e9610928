import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deletedAlong } from '../../shared/text.ts';
import { api, read } from '../../web/http/api.client.ts';
import { useMay } from '../../web/http/session.client.ts';
import { LinkedRecords } from '../../web/records/detail/LinkedRecords.tsx';
import { RecordPicker } from '../../web/records/form/RecordPicker.tsx';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { TEXTS } from './listed.ts';
import { PATHS, suppliers, useLink, useSuppliersAt } from './supplier.client.ts';
import type { SupplierChoice } from './supplier.ts';

const ADD = { to: PATHS.add, need: PATHS.change };

type Props = {
  value: string;
  onChange: (supplier: SupplierChoice | null) => void;
  'aria-label'?: string;
  placeholder?: string;
};

/** A search field for one of the landlord's suppliers, for use in a `FormField`. */
export function SupplierPicker({ value, onChange, placeholder = 'Search name or service', ...control }: Props) {
  const [picked, setPicked] = useState<SupplierChoice | null>(null);
  const known = picked?.id === value ? picked : undefined;
  const selected = useQuery({
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
      chosen={value === '' ? null : (known ?? selected.data ?? null)}
      onChange={(supplier) => {
        setPicked(supplier);
        onChange(supplier);
      }}
      placeholder={placeholder}
      texts={TEXTS}
      add={ADD}
    />
  );
}

/** Lists suppliers by name. Available after the trial, because Finance needs them. */
async function choices(query: { q?: string; limit?: string; id?: string }, init: { signal: AbortSignal }) {
  return (await read(api.suppliers.choices.$get({ query }, { init }))).items;
}

export function PropertySuppliers({ propertyId }: { propertyId: string }) {
  const list = useSuppliersAt(propertyId);
  const all = list.data?.pages.flatMap(({ items }) => items);
  const linking = useLink(propertyId, 'link');
  const unlinking = useLink(propertyId, 'unlink');
  const mayLink = useMay(PATHS.change);
  return (
    <LinkedRecords
      title={TEXTS.title}
      section
      items={all?.map((one) => ({
        ...one,
        line: one.serviceType,
        lead: <Avatar square name={one.name} photo={one.logo} />,
      }))}
      first={3}
      to={PATHS.one}
      loading={TEXTS.loadingList}
      none="No suppliers yet"
      pages={{ list, failed: TEXTS.listFailed }}
      {...(mayLink && { onUnlink: (id) => unlinking.mutateAsync({ id }) })}
      busy={unlinking.isPending}
    >
      {all && mayLink && (
        <div className="px-5 py-4 max-md:px-4">
          <RecordPicker
            aria-label="Link a supplier"
            placeholder="Link a supplier: name or service"
            resource={suppliers}
            texts={TEXTS}
            add={ADD}
            asChoice={({ id, name, serviceType }) => ({ id, name, line: serviceType })}
            chosen={null}
            onChange={(supplier) => supplier && linking.mutate(supplier)}
            leftOut={all.map(({ id }) => id)}
          />
        </div>
      )}
    </LinkedRecords>
  );
}

/** Returns words about the supplier links deleted with a property, for before and after the deletion. */
export function useSupplierLinks(propertyId: string): { before: string; after: string } {
  const { data } = useSuppliersAt(propertyId);
  if (!data)
    return {
      before: 'The property’s links to suppliers will be deleted too.',
      after: 'The property’s links to suppliers were deleted too.',
    };
  const links = [[data.pages[0]?.total ?? 0, 'supplier link']] as const;
  return { before: deletedAlong(links), after: deletedAlong(links, true) };
}
