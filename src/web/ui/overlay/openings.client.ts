/** When a dialog begins anew. Apart from the dialogs, which come when they are opened. */
import { useState } from 'react';

/** Counts how often a dialog was opened. As the `key` of what is in it, each opening begins anew, and nothing changes while it fades. */
export function useOpenings(open: boolean): number {
  const [{ was, times }, setSeen] = useState({ was: open, times: 0 });
  if (open !== was) setSeen({ was: open, times: times + (open ? 1 : 0) });
  return times;
}
