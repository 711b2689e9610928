/** Dialogs based on Base UI. Dialog.tsx loads this file on first use. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog as Base } from '@base-ui/react/dialog';
import X from 'lucide-react/icons/x';
import { type ReactNode, type RefObject, useRef } from 'react';
import { Button, IconButton } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { useCloseOnBack } from './back.client.ts';
import { DialogBody, DialogFoot } from './DialogBody.tsx';

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  /** The initial focus, if it is not the body's first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** Disables closing by Escape, Back and the backdrop while something is being saved or would be lost. */
  locked?: boolean;
  /** Called after closing, when the focus has been restored. */
  onClosed?: () => void;
  children: ReactNode;
};

export type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  question: ReactNode;
  /** Details, such as linked records that are deleted too. */
  children?: ReactNode;
  confirm: string;
  cancel?: string;
  /** `keep` if staying is the expected answer. Back may open this dialog, so Back does not close it. */
  variant?: 'danger' | 'keep';
  /** Returns the element to focus after closing, or true for the opener, which may have been removed. */
  finalFocus?: () => HTMLElement | null | true;
  /** While set ('Deleting...'), the dialog stays open and both buttons are disabled. */
  busy?: string | undefined;
  /** While set ('Counting...'), only cancelling is possible. */
  waiting?: string | undefined;
  onConfirm: () => void;
};

const SCRIM =
  'scrim fixed inset-0 z-70 bg-scrim transition-opacity duration-(--slow) data-starting-style:opacity-0 data-ending-style:opacity-0';
const STAGE =
  'fixed inset-0 z-70 grid place-items-center overflow-y-auto overscroll-contain p-4 max-md:place-items-end max-md:p-0';
const SHEET =
  'relative flex max-h-[calc(100dvh-32px)] w-full flex-col rounded-card border border-line bg-surface shadow-float transition-[opacity,translate] duration-(--slow) data-starting-style:opacity-0 data-ending-style:opacity-0 max-md:max-h-[92dvh] max-md:max-w-none max-md:rounded-b-none max-md:rounded-t-sheet max-md:border-x-0 max-md:border-b-0 max-md:data-starting-style:translate-y-6 max-md:data-ending-style:translate-y-6';

// Skips controls in `data-not-first`, such as the choice between forms above the first field.
const CONTROLS = ':is(input, select, textarea, button, a[href]):not(:disabled, [type=hidden], [data-not-first] *)';

export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, initialFocus, locked = false, onClosed, children } = props;
  const content = useRef<HTMLDivElement>(null);
  useCloseOnBack(open, () => locked || onOpenChange(false));
  // Skips the close button, which is first. Touch does not focus a field, which would open the keyboard.
  const firstControl = (opened: string) =>
    opened === 'touch' || (content.current?.querySelector<HTMLElement>(CONTROLS) ?? true);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => (next || !locked) && onOpenChange(next)}
      onOpenChangeComplete={(now) => now || onClosed?.()}
    >
      <Base.Portal>
        {/* Also covers the dialog that opened this one. */}
        <Base.Backdrop forceRender className={SCRIM} />
        <Base.Viewport className={STAGE}>
          <Base.Popup className={cx(SHEET, 'max-w-[520px]')} initialFocus={initialFocus ?? firstControl}>
            <div className="flex items-start gap-2 pt-4 pr-3 pl-6 max-md:pl-4">
              <div className="min-w-0 flex-1 py-1">
                <Base.Title>{title}</Base.Title>
                {description && <Base.Description className="text-ink-2">{description}</Base.Description>}
              </div>
              <Base.Close disabled={locked} render={<IconButton icon={X} label="Close" />} />
            </div>
            <div ref={content} className="contents">
              {children}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  question,
  children,
  confirm,
  cancel = 'Cancel',
  variant = 'danger',
  finalFocus = () => true,
  busy,
  waiting,
  onConfirm,
}: ConfirmDialogProps) {
  const cancelButton = useRef<HTMLButtonElement>(null);
  const keeps = variant === 'keep';
  useCloseOnBack(open && !keeps, () => busy || onOpenChange(false));
  const leave = (
    <AlertDialog.Close
      key="leave"
      disabled={busy !== undefined}
      render={
        <Button ref={cancelButton} variant={keeps ? 'primary' : 'secondary'}>
          {cancel}
        </Button>
      }
    />
  );
  const act = (
    <Button key="act" variant={keeps ? 'secondary' : 'danger'} busy={busy ?? waiting} onClick={onConfirm}>
      {confirm}
    </Button>
  );
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={SCRIM} />
        <AlertDialog.Viewport className={STAGE}>
          <AlertDialog.Popup className={cx(SHEET, 'max-w-[440px]')} initialFocus={cancelButton} finalFocus={finalFocus}>
            <AlertDialog.Title className="px-6 pt-5 max-md:px-4">{title}</AlertDialog.Title>
            <DialogBody className="flex flex-col gap-3">
              <AlertDialog.Description>{question}</AlertDialog.Description>
              {children && <div className="text-ink-2">{children}</div>}
            </DialogBody>
            <DialogFoot>{keeps ? [act, leave] : [leave, act]}</DialogFoot>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
