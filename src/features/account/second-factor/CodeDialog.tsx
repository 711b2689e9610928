/** Asks for a code again, before everything is downloaded. */
import { Button } from '../../../web/ui/display/Button.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { reasonOf } from '../profile/profile.client.ts';
import { proveCode } from './second-factor.client.ts';
import { CodeInput } from './second-factor.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void; onProven: () => void };

export function CodeDialog({ open, onOpenChange, onProven }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Enter a code"
      description="This is everything you have here."
    >
      <Code
        close={() => onOpenChange(false)}
        onProven={() => {
          onOpenChange(false);
          onProven();
        }}
      />
    </Dialog>
  );
}

function Code({ close, onProven }: { close: () => void; onProven: () => void }) {
  const form = useZodForm({
    schema: CodeInput,
    start: { code: '' },
    save: proveCode,
    saved: onProven,
    failed: reasonOf,
  });
  return (
    <Form form={form} label="Enter a code" inDialog>
      <DialogBody>
        <FormField form={form} name="code" label="Code" hint="From your authenticator app, or a recovery code.">
          <TextInput autoComplete="one-time-code" />
        </FormField>
      </DialogBody>
      <DialogFoot>
        <Button disabled={form.saving} onClick={close}>
          Cancel
        </Button>
        <SubmitButton form={form} busy="Checking...">
          Download
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}
