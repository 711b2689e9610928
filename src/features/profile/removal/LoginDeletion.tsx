import { type RefObject, useRef, useState } from 'react';
import { api, done } from '../../../web/http/api.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import type { PasswordProof } from '../../account/account.ts';
import { YourCode, YourPassword } from '../../account/second-factor/ProofFields.tsx';
import type { SignIn } from '../../account/second-factor/second-factor.ts';
import { useRemoval } from './removal.client.ts';

export function LoginDeletion({ person, wide = false }: { person: SignIn; wide?: boolean }) {
  const [open, setOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button variant="danger" wide={wide} onClick={() => setOpen(true)}>
        Delete my login
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete my login"
        description="This is permanent."
        initialFocus={cancel}
        locked={deleting}
      >
        <Deletion person={person} cancel={cancel} onCancel={() => setOpen(false)} onDeleting={setDeleting} />
      </Dialog>
    </>
  );
}

type Props = {
  person: SignIn;
  cancel: RefObject<HTMLButtonElement | null>;
  onCancel: () => void;
  onDeleting: (deleting: boolean) => void;
};

function Deletion({ person, cancel, onCancel, onDeleting }: Props) {
  const form = useRemoval({ person, remove: removeLogin, notice: 'login-deleted', onDeleting });
  return (
    <Form form={form} label="Delete my login" inDialog>
      <DialogBody className="flex flex-col gap-5">
        <p>
          <b className="wrap-anywhere">{person.email}</b> can no longer sign in, and leaves every account. Their records
          stay with their owners, and your name stays on the changes you made.
        </p>
        <YourPassword form={form} person={person} />
        <YourCode form={form} person={person} />
      </DialogBody>
      <DialogFoot>
        <Button ref={cancel} disabled={form.saving} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form} variant="danger" busy="Deleting...">
          Delete my login
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}

const removeLogin = (json: PasswordProof) => done(api.login.remove.$post({ json }));
