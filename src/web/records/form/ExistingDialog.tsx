/** Asks what to do with a form whose record was saved at an earlier press, and which has been changed since. */
import { Button } from '../../ui/display/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../ui/overlay/DialogBody.tsx';

type Props = {
  open: boolean;
  /** 'Already saved as Harbour Plumbing Ltd'. */
  title: string;
  /** The words of the form's button. */
  add: string;
  onClose: () => void;
  /** Left out where records of this noun are not changed. */
  onUpdate?: () => void;
  onAnother?: () => void;
  /** Of what is done only once. */
  onKeep?: () => void;
};

export function ExistingDialog({ open, title, add, onClose, onUpdate, onAnother, onKeep }: Props) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title={title}>
      <DialogBody>
        <p>It was saved when you pressed {add} before. You have changed the form since then.</p>
      </DialogBody>
      <DialogFoot>
        {onAnother && (
          <Button variant={onUpdate ? 'secondary' : 'primary'} onClick={onAnother}>
            Add another
          </Button>
        )}
        {onKeep && (
          <Button variant="primary" onClick={onKeep}>
            Keep what was saved
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
