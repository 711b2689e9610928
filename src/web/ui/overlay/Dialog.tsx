/**
 * A dialog over the page: focus goes in, Escape, Back and the scrim close it, focus goes back. Below 768 px it comes up from the thumb.
 * Its content is `DialogBody`, then `DialogFoot` with the buttons; in a form, the form surrounds both.
 * Their code comes with the first that is opened.
 */
import type { ConfirmDialogProps, DialogProps } from './DialogParts.tsx';
import { loadedOnce, useWhenOpened } from './when-opened.client.ts';

const parts = loadedOnce(() => import('./DialogParts.tsx'));

/** Before one may have to be opened without the server. */
export function fetchDialogs(): void {
  void parts.load().catch(() => {}); // said when one is opened
}

export function Dialog(props: DialogProps) {
  const made = useWhenOpened(parts, props.open, () => props.onOpenChange(false));
  return made && <made.Dialog {...props} />;
}

/** Asks before something that cannot be undone; the focus is on what changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const made = useWhenOpened(parts, props.open, () => props.onOpenChange(false));
  return made && <made.ConfirmDialog {...props} />;
}
