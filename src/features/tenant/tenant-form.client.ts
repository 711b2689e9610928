/** What the tenant form knows beside its values: the tab that is open, a photo on its way, and the property as it was picked. */
import { useState } from 'react';
import { useFormTabs } from '../../web/records/form-tabs.client.ts';
import { useUploads } from '../../web/records/uploads.client.ts';
import type { Property } from '../property/property.ts';
import { FORM_TABS, tabOf } from './form-tabs.ts';

type Home = Pick<Property, 'id' | 'address' | 'city'>;

export type TenantFormPlace = ReturnType<typeof useTenantFormPlace>;

/** `known` is the property that the form is opened with, where more than its id is known; `parts.reveal` is for the form's hook. */
export function useTenantFormPlace(known: Home | null) {
  const parts = useFormTabs({ tabs: FORM_TABS, tabOf });
  const { uploads, onBusy } = useUploads();
  const [home, setHome] = useState(known);
  return { parts, uploads, onBusy, home, setHome };
}
