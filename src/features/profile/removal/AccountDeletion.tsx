import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { api, done } from '../../../web/http/api.client.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { SettingsRow, SettingsSection } from '../../../web/ui/display/SettingsSection.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { DialogBody, DialogFoot } from '../../../web/ui/overlay/DialogBody.tsx';
import type { PasswordProof } from '../../account/account.ts';
import { YourCode, YourPassword } from '../../account/second-factor/ProofFields.tsx';
import { teamQuery } from '../../team/team.client.ts';
import { DownloadMyData, useMyDataDownload } from '../my-data/MyData.tsx';
import { useRemoval } from './removal.client.ts';

export function AccountDeletion() {
  const [open, setOpen] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <SettingsSection title="Delete account" line="This is permanent.">
      <SettingsRow
        action={
          <Button variant="danger" onClick={() => setOpen(true)}>
            Delete my account
          </Button>
        }
      >
        We will delete your account and all its records and files.
      </SettingsRow>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete my account"
        description="This is permanent."
        initialFocus={cancel}
        locked={deleting}
      >
        <Deletion cancel={cancel} onCancel={() => setOpen(false)} onDeleting={setDeleting} />
      </Dialog>
    </SettingsSection>
  );
}

type Props = {
  cancel: RefObject<HTMLButtonElement | null>;
  onCancel: () => void;
  onDeleting: (deleting: boolean) => void;
};

function Deletion({ cancel, onCancel, onDeleting }: Props) {
  const landlord = useLandlord();
  const download = useMyDataDownload();
  const form = useRemoval({ person: landlord, remove: removeAccount, notice: 'account-deleted', onDeleting });
  return (
    <Form form={form} label="Delete my account" inDialog>
      <DialogBody className="flex flex-col gap-5">
        <div className="flex flex-col gap-3">
          <p>
            The account of <b className="wrap-anywhere">{landlord.email}</b> is deleted, with:
          </p>
          <ul className="list-disc pl-5 text-ink-2">
            <li>all your properties, tenants and suppliers,</li>
            <li>their certificates, invoices, photos and other files,</li>
            <li>all your transactions and bank accounts,</li>
            <li>your settings.</li>
          </ul>
          <OthersWithAccess />
          <p>You are signed out on every device.</p>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-line bg-paper p-4">
          <p className="min-w-0 flex-1 basis-40">Download a copy first.</p>
          <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-auto">
            <DownloadMyData />
          </div>
        </div>
        <YourPassword form={form} person={landlord} />
        <YourCode form={form} person={landlord} />
      </DialogBody>
      <DialogFoot>
        <Button ref={cancel} disabled={form.saving} onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form} variant="danger" busy="Deleting..." held={download && 'Downloading first...'}>
          Delete my account
        </SubmitButton>
      </DialogFoot>
    </Form>
  );
}

function OthersWithAccess() {
  const { data: team } = useQuery(teamQuery);
  const names = team?.people.filter(({ you, state }) => !you && state !== 'invited').map(({ name }) => name) ?? [];
  if (names.length === 0) return null;
  return (
    <p>
      <bdi>{names.slice(0, MAX_NAMES).join(', ')}</bdi>
      {names.length > MAX_NAMES && ` and ${names.length - MAX_NAMES} more`} will lose access. We will email them.
    </p>
  );
}

const MAX_NAMES = 10;

const removeAccount = (json: PasswordProof) => done(api.account.remove.$post({ json }));
