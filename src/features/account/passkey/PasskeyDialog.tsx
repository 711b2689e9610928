import { z } from 'zod';
import { reasonOf } from '../../../shared/app-error.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, FormFoot } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../../web/ui/overlay/DialogBody.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { PasswordProof } from '../account.ts';
import { YourCode, YourPassword } from '../second-factor/ProofFields.tsx';
import { addPasskey, reauthenticate, removePasskey } from './passkey.client.ts';
import { NewPasskey, type Passkey } from './passkey.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The passkey to remove; undefined to add a passkey. */
  removed: Passkey | undefined;
};

export function PasskeyDialog({ open, onOpenChange, removed }: Props) {
  const close = () => onOpenChange(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={removed ? 'Remove this passkey' : 'Add a passkey'}
      description={removed && `You will not be able to sign in with ‘${removed.name}’.`}
    >
      {removed ? <Removal passkey={removed} close={close} /> : <Adding close={close} />}
    </Dialog>
  );
}

function Adding({ close }: { close: () => void }) {
  const landlord = useLandlord();
  const form = useZodForm({
    schema: PasswordProof.extend({ name: NewPasskey.shape.name, code: z.string() }),
    start: { name: '', password: '', code: '' },
    save: async ({ code, ...input }) => {
      await reauthenticate(landlord, code);
      await addPasskey(input);
    },
    saved: () => {
      toast.success('Passkey added');
      close();
    },
    failed: reasonOf,
  });
  return (
    <Form form={form} label="Add a passkey" inDialog>
      <DialogBody className="flex flex-col gap-5">
        <FormField
          form={form}
          name="name"
          label="Name"
          optional
          hint="So that you can recognise it, for example My phone."
        >
          <TextInput autoComplete="off" />
        </FormField>
        <YourPassword form={form} person={landlord} />
        <YourCode form={form} person={landlord} />
      </DialogBody>
      <FormFoot form={form} busy="Waiting for your device..." onCancel={close}>
        Add passkey
      </FormFoot>
    </Form>
  );
}

function Removal({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const landlord = useLandlord();
  const form = useZodForm({
    schema: PasswordProof,
    start: { password: '' },
    save: ({ password }) => removePasskey(passkey, password),
    saved: () => {
      toast.success('Passkey removed');
      close();
    },
    failed: reasonOf,
  });
  return (
    <Form form={form} label="Remove this passkey" inDialog>
      <DialogBody>
        <YourPassword form={form} person={landlord} />
      </DialogBody>
      <FormFoot form={form} variant="danger" busy="Removing..." onCancel={close}>
        Remove
      </FormFoot>
    </Form>
  );
}
