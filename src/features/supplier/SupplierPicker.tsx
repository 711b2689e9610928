/** A search field to choose one of a landlord's suppliers. */
import { api, read } from '../../web/http/api.client.ts';
import { RecordPicker } from '../../web/records/RecordPicker.tsx';
import type { Supplier } from './supplier.ts';

type Props = {
  onChoose: (supplier: Supplier) => void;
  /** Ids of those that cannot be chosen, as they have been already. */
  leftOut: readonly string[];
  'aria-label': string;
};

const WORDS = {
  placeholder: 'Link a supplier: name or service',
  failed: 'Failed to load suppliers',
  none: 'No suppliers found',
  add: { to: '/dashboard/suppliers/add', words: 'Add a supplier' },
} as const;

/** Empty again as soon as one was chosen. */
export function SupplierPicker({ onChoose, ...rest }: Props) {
  return (
    <RecordPicker<Supplier>
      {...rest}
      noun="suppliers"
      find={async (asked, init) =>
        (await read(api.suppliers.$get({ query: { ...asked, sort: 'name' } }, { init }))).items
      }
      asChoice={({ id, name, serviceType }) => ({ id, name, line: serviceType })}
      chosen={null}
      onChange={(supplier) => supplier && onChoose(supplier)}
      words={WORDS}
    />
  );
}
