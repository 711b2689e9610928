/** The uploads under way in a form. */
import { useCallback, useState } from 'react';

/** Give `onBusy` to each upload field and `uploads` to `FormFrame`: while it is not 0 the form cannot be saved. */
export function useUploads() {
  const [uploads, setUploads] = useState(0);
  const onBusy = useCallback((busy: boolean) => setUploads((count) => count + (busy ? 1 : -1)), []);
  return { uploads, onBusy };
}
