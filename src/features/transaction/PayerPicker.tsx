import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { Picker } from '../../web/ui/overlay/Picker.tsx';

export type Payer = {
  tenancyId: string;
  names: string;
  propertyId?: string | null | undefined;
  propertyName: string | null;
};

export function PayerPicker({
  chosen,
  onChange,
}: {
  chosen: Payer | undefined;
  onChange: (payer: Payer | undefined) => void;
}) {
  const [q, setQ] = useState<string>();
  const found = useQuery({
    queryKey: ['rent', 'payers', q ?? ''],
    queryFn: ({ signal }) => read(api.rent.payers.$get({ query: { q: q ?? '' } }, { init: { signal } })),
    enabled: q !== undefined,
    placeholderData: keepPreviousData,
  });
  const asChoice = ({ tenancyId, names, propertyName }: Payer) => ({
    id: tenancyId,
    name: names,
    line: propertyName ?? '',
  });
  const items = found.data?.items;
  return (
    <Picker
      chosen={chosen ? asChoice(chosen) : null}
      onChange={(choice) => onChange(items?.find(({ tenancyId }) => tenancyId === choice?.id))}
      choices={items?.map(asChoice)}
      searched={q ?? ''}
      onSearch={setQ}
      busy={found.isPlaceholderData || found.isLoading}
      placeholder="Search tenant or property"
      unchosen="Choose a tenancy from the list, or clear this field."
      failed={undefined}
      nothing="No tenancy matches."
    />
  );
}
