/** Asks before something that cannot be taken back. Names the thing, says what goes with it, and stands on Cancel. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { DialogBody, DialogFoot, SCRIM, SHEET, STAGE } from './Dialog.tsx';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** The question, word for word. */
  question: ReactNode;
  /** What else goes with it; the thing's own facts. */
  children?: ReactNode;
  confirm: string;
  cancel?: string;
  /** Not everything asked about destroys: `primary` for 'Leave without saving?' and the like. */
  variant?: 'danger' | 'primary';
  /** Where the focus goes when it closes, as what opened it may be gone; true for what opened it. */
  finalFocus?: () => HTMLElement | null | true;
  /** While set ('Deleting...'), the dialog stays and neither button can be pressed. */
  busy?: string | undefined;
  onConfirm: () => void;
};

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
  onConfirm,
}: Props) {
  const cancelButton = useRef<HTMLButtonElement>(null);
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
            <DialogFoot>
              <AlertDialog.Close disabled={busy !== undefined} render={<Button ref={cancelButton}>{cancel}</Button>} />
              <Button variant={variant} busy={busy} onClick={onConfirm}>
                {confirm}
              </Button>
            </DialogFoot>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
