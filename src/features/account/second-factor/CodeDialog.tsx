/** Re-authenticates with a code or passkey before the data download, and before a restore. */
import { z } from 'zod';
import { useLandlord } from '../../../web/http/session.client.ts';
import { Form, FormFoot } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../../web/ui/overlay/DialogBody.tsx';
import { reauthenticate } from '../passkey/passkey.client.ts';
import { reasonOf } from '../profile/profile.client.ts';
import { YourCode } from './ProofFields.tsx';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onProven: () => void;
  /** Why it is needed, and the button. */
  description?: string;
  action?: string;
};

const OF_DOWNLOAD = 'Your download contains all your data.';

export function CodeDialog({ open, onOpenChange, onProven, description = OF_DOWNLOAD, action = 'Download' }: Props) {
  const { secondFactor } = useLandlord();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={secondFactor ? 'Enter a code' : 'Use your passkey'}
      description={description}
    >
      <Code
        action={action}
        close={() => onOpenChange(false)}
        onProven={() => {
          onOpenChange(false);
          onProven();
        }}
      />
    </Dialog>
  );
}

function Code({ action, close, onProven }: { action: string; close: () => void; onProven: () => void }) {
  const landlord = useLandlord();
  const form = useZodForm({
    schema: z.object({ code: z.string() }),
    start: { code: '' },
    save: ({ code }) => reauthenticate(landlord, code),
    saved: onProven,
    failed: reasonOf,
  });
  return (
    <Form form={form} label="Enter a code" inDialog>
      <DialogBody>
        {landlord.secondFactor ? <YourCode form={form} person={landlord} /> : <p>Follow the steps on your device.</p>}
      </DialogBody>
      <FormFoot form={form} busy="Checking..." onCancel={close}>
        {action}
      </FormFoot>
    </Form>
  );
}
