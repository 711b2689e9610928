import { useMemo, useState } from 'react';
import { encode } from 'uqr';
import { reasonOf } from '../../../shared/app-error.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, FormFoot } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { copyText } from '../../../web/ui/overlay/copy.client.ts';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { PasswordProof } from '../account.ts';
import { YourPassword } from './ProofFields.tsx';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor, newRecoveryCodes } from './second-factor.client.ts';
import { CodeInput, type NewSecondFactor } from './second-factor.ts';

export type Purpose = 'on' | 'codes' | 'off';

const TITLES: Record<Purpose, string> = {
  on: 'Turn on two-factor sign-in',
  codes: 'Create new recovery codes',
  off: 'Turn off two-factor sign-in',
};

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  purpose: Purpose;
};

export function SecondFactorDialog({ open, onOpenChange, purpose }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={TITLES[purpose]}>
      <Steps purpose={purpose} close={() => onOpenChange(false)} />
    </Dialog>
  );
}

type StepsProps = { purpose: Purpose; close: () => void };

function Steps({ purpose, close }: StepsProps) {
  const [made, setMade] = useState<NewSecondFactor>();
  const [codes, setCodes] = useState<string[]>();
  const prove = async (input: PasswordProof) => {
    if (purpose === 'on') setMade(await beginSecondFactor(input));
    if (purpose === 'codes') setCodes(await newRecoveryCodes(input));
    if (purpose === 'off') {
      await endSecondFactor(input);
      toast.success('Two-factor sign-in is off');
      close();
    }
  };
  if (codes) return <Codes codes={codes} close={close} />;
  if (made) return <FirstCode made={made} close={close} onOn={() => setCodes(made.codes)} />;
  return <Password prove={prove} close={close} />;
}

function Password({ prove, close }: { prove: (input: PasswordProof) => Promise<void>; close: () => void }) {
  const landlord = useLandlord();
  const form = useZodForm({ schema: PasswordProof, start: { password: '' }, save: prove, failed: reasonOf });
  return (
    <Form form={form} label="Password" inDialog>
      <DialogBody>
        <YourPassword form={form} person={landlord} />
      </DialogBody>
      <FormFoot form={form} busy="Checking..." onCancel={close}>
        Continue
      </FormFoot>
    </Form>
  );
}

type FirstCodeProps = { made: NewSecondFactor; close: () => void; onOn: () => void };

function FirstCode({ made, close, onOn }: FirstCodeProps) {
  const form = useZodForm({
    schema: CodeInput,
    start: { code: '' },
    save: confirmSecondFactor,
    saved: onOn,
    failed: reasonOf,
  });
  return (
    <Form form={form} label="Authenticator app" inDialog>
      <DialogBody className="flex flex-col gap-5">
        <p>Scan this with an authenticator app, such as your password manager.</p>
        <QrCode text={made.uri} />
        <p className="text-ink-2">
          Or type this key into the app: <code className="wrap-anywhere">{made.key.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <FormField form={form} name="code" label="Code from the app">
          <TextInput inputMode="numeric" autoComplete="one-time-code" />
        </FormField>
      </DialogBody>
      <FormFoot form={form} busy="Checking..." onCancel={close}>
        Turn on
      </FormFoot>
    </Form>
  );
}

/** Always dark on white: authenticator apps cannot scan inverted codes. */
function QrCode({ text }: { text: string }) {
  const { size, data } = useMemo(() => encode(text, { border: 3 }), [text]);
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code" className="w-48 self-center rounded-card">
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" shapeRendering="crispEdges" d={squares.join('')} />
    </svg>
  );
}

function Codes({ codes, close }: { codes: string[]; close: () => void }) {
  const text = `${codes.join('\n')}\n`;
  const copy = () => copyText('Recovery codes', text, 'Download the codes, or copy them yourself.');
  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        <p>
          If you lose your phone, each code lets you sign in once. We will not show them again, so keep them somewhere
          safe.
        </p>
        <ul aria-label="Recovery codes" className="figures grid grid-cols-2 gap-2 rounded-card border border-line p-4">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => void copy()}>Copy</Button>
          <a
            className="link self-center"
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="tenure-recovery-codes.txt"
          >
            Download
          </a>
        </div>
      </DialogBody>
      <DialogFoot>
        <Button variant="primary" onClick={close}>
          I have saved them
        </Button>
      </DialogFoot>
    </>
  );
}
