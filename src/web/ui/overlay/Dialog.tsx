/**
 * A modal dialog: Escape, Back and the backdrop close it and restore the focus. On phones it slides up from the bottom.
 * Contains `DialogBody`, then `DialogFoot` with the buttons; a form wraps both. The code loads on first use.
 */
import type { ConfirmDialogProps, DialogProps } from './DialogParts.tsx';
import { loadOnce, useLazyCode } from './lazy-code.client.ts';

const parts = loadOnce(() => import('./DialogParts.tsx'));

/** Preloads dialogs that may have to open offline. */
export function fetchDialogs(): void {
  void parts.load().catch(() => {}); // reported when a dialog is opened
}

export function Dialog(props: DialogProps) {
  const made = useLazyCode(parts, props.open, () => props.onOpenChange(false));
  return made && <made.Dialog {...props} />;
}

/** Confirms an irreversible action; the focus is on the safe button. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const made = useLazyCode(parts, props.open, () => props.onOpenChange(false));
  return made && <made.ConfirmDialog {...props} />;
}
