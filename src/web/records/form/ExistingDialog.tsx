/** Asks what to do with a changed form whose record an earlier attempt has already saved. */
import { Button } from '../../ui/display/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../ui/overlay/DialogBody.tsx';

type Props = {
  open: boolean;
  title: string;
  add: string;
  onClose: () => void;
  /** Omitted if the noun's records cannot be changed. */
  onUpdate?: () => void;
  onAnother?: () => void;
  /** For actions that can be done only once. */
  onKeep?: () => void;
};

export function ExistingDialog({ open, title, add, onClose, onUpdate, onAnother, onKeep }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title}>
      <DialogBody>
        <p>We saved it when you chose {add} the first time. You have changed the form since then.</p>
      </DialogBody>
      <DialogFoot>
        {onAnother && (
          <Button variant={onUpdate ? 'secondary' : 'primary'} onClick={onAnother}>
            Add another
          </Button>
        )}
        {onKeep && (
          <Button variant="primary" onClick={onKeep}>
            Keep saved version
          </Button>
        )}
        {onUpdate && (
          <Button variant="primary" onClick={onUpdate}>
            Update it
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  );
}
