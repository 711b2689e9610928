/** What the property form knows beside its values: the tab that is open, how many files are still on their way, and what day it is. */
import { useState } from 'react';
import { londonDay } from '../../shared/dates.ts';
import { useFormTabs } from '../../web/records/form-tabs.client.ts';
import { useUploads } from '../../web/records/uploads.client.ts';
import { FORM_TABS, tabOf } from './form-tabs.ts';

export type PropertyFormPlace = ReturnType<typeof usePropertyFormPlace>;

/** `parts.reveal` is for the form's hook, the rest for its parts. */
export function usePropertyFormPlace() {
  const parts = useFormTabs({ tabs: FORM_TABS, tabOf });
  const { uploads, onBusy } = useUploads();
  const [today] = useState(() => londonDay(new Date()));
  return { parts, uploads, onBusy, today };
}
