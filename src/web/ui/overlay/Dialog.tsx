/**
 * A modal dialog: Escape, Back and the backdrop close it and restore the focus. On phones it slides up from the bottom.
 * Contains `DialogBody`, then `DialogFoot` with the buttons; a form wraps both. The code loads on first use.
 */
import type { ConfirmDialogProps, DialogProps } from './DialogParts.tsx';
import { loadOnce, useLazyCode } from './lazy-code.client.ts';

const parts = loadOnce(() => import('./DialogParts.tsx'));

/** Preloads dialogs that may have to open offline. */
export function fetchDialogs(): void {
  void parts.load().catch(() => {}); // opening a dialog reports the error
}

export function Dialog(props: DialogProps) {
  const code = useLazyCode(parts, props.open, () => props.onOpenChange(false));
  return code && <code.Dialog {...props} />;
}

/** Asks to confirm an irreversible action. The safe button has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const code = useLazyCode(parts, props.open, () => props.onOpenChange(false));
  return code && <code.ConfirmDialog {...props} />;
}
