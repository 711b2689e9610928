/** What the property form knows beside its values: the tab that is open, how many files are still on their way, and what day it is. */
import { useCallback, useState } from 'react';
import { londonDay } from '../../shared/dates.ts';
import { useFormTab } from './form-tab.client.ts';

export type PropertyFormPlace = ReturnType<typeof usePropertyFormPlace>;

/** `reveal` is for `useZodForm`, the rest for the form's parts. While `uploads` is not 0 the form cannot be saved. */
export function usePropertyFormPlace() {
  const tab = useFormTab();
  const [uploads, setUploads] = useState(0);
  const [today] = useState(() => londonDay(new Date()));
  const onBusy = useCallback((busy: boolean) => setUploads((count) => count + (busy ? 1 : -1)), []);
  return { ...tab, uploads, onBusy, today };
}
