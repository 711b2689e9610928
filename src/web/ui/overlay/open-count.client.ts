/** Resets a dialog when it opens. Separate from the dialogs, which load on first use. */
import { useState } from 'react';

/** Counts openings. As `key` of the content, the count resets a dialog when it opens, not while it fades out. */
export function useOpenCount(open: boolean): number {
  const [{ was, times }, setSeen] = useState({ was: open, times: 0 });
  if (open !== was) setSeen({ was: open, times: times + (open ? 1 : 0) });
  return times;
}
