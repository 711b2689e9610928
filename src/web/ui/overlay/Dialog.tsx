/**
 * A dialog over the page: focus goes in, Escape, Back and the scrim close it, focus goes back. Below 768 px it comes up from the thumb.
 * Its content is `DialogBody`, then `DialogFoot` with the buttons; in a form, the form surrounds both.
 * Their code comes with the first that is opened.
 */
import type { ReactNode, RefObject } from 'react';
import { cx } from '../display/cx.ts';
import { loadedOnce, useWhenOpened } from './when-opened.client.ts';

const parts = loadedOnce(() => import('./DialogParts.tsx'));

/** Before one may have to be opened without the server. */
export function fetchDialogs(): void {
  void parts.load().catch(() => {}); // said when one is opened
}

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence below the title. */
  description?: ReactNode;
  /** What takes focus first, where it is not the first control of the body. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** While true, neither Escape nor Back nor the scrim closes it: something is being saved or would be lost. */
  locked?: boolean;
  /** Called when it is gone and the focus is back where it came from, if that is still there. */
  onClosed?: () => void;
  children: ReactNode;
};

export function Dialog(props: DialogProps) {
  const made = useWhenOpened(parts, props.open, () => props.onOpenChange(false));
  return made && <made.Dialog {...props} />;
}

export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cx('px-6 pt-4 pb-6 max-md:min-h-0 max-md:flex-1 max-md:overflow-y-auto max-md:px-4', className)}>
      {children}
    </div>
  );
}

/** The buttons: what leaves first, what acts last. On a phone they share the width. */
export function DialogFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-none items-center justify-end gap-2 border-t border-line px-6 py-4 max-md:px-4 max-md:flex-wrap max-md:py-3 max-md:pb-[max(12px,env(safe-area-inset-bottom))] max-md:*:flex-auto">
      {children}
    </div>
  );
}

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The question, word for word. */
  question: ReactNode;
  /** What else is deleted; facts of the record. */
  children?: ReactNode;
  confirm: string;
  cancel?: string;
  /** `keep` where the answer that is expected is to stay; that may be asked on the way back, so Back is not for it. */
  variant?: 'danger' | 'keep';
  /** Where the focus goes when it closes, as what opened it may be gone; true for what opened it. */
  finalFocus?: () => HTMLElement | null | true;
  /** While set ('Deleting...'), the dialog stays and neither button can be pressed. */
  busy?: string | undefined;
  onConfirm: () => void;
};

/** Asks before something that cannot be undone; the focus is on what changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const made = useWhenOpened(parts, props.open, () => props.onOpenChange(false));
  return made && <made.ConfirmDialog {...props} />;
}
