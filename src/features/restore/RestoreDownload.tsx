import { useMutation, useQuery } from '@tanstack/react-query';
import Upload from 'lucide-react/icons/upload';
import { type ReactNode, useRef, useState } from 'react';
import { formatInstant } from '../../shared/dates.ts';
import { isOutcomeUnknown } from '../../web/http/save.client.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { useSingleFlight } from '../../web/http/single-flight.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { FactLines } from '../../web/ui/display/Facts.tsx';
import { ProgressBar } from '../../web/ui/display/Loading.tsx';
import { SettingsFoot, SettingsRow, SettingsSection } from '../../web/ui/display/SettingsSection.tsx';
import { FileChooser } from '../../web/ui/form/FileChooser.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { formatFileSize } from '../file/file.ts';
import { checkDownload, removeRestore, restoreQuery, runRestore } from './restore.client.ts';
import { countsOf, notRestored, type Restore } from './restore.ts';

const CodeDialog = lazyDialog(async () => (await import('../account/second-factor/ProofFields.tsx')).CodeDialog);

export function RestoreDownload() {
  return (
    <SettingsSection title="Restore a download" line="Into an account without records.">
      <Content />
    </SettingsSection>
  );
}

function Content() {
  const [share, setShare] = useState<number>();
  const check = useMutation(checkDownload(setShare));
  const run = useMutation(runRestore(setShare));
  const remove = useMutation(removeRestore);
  const start = useSingleFlight(run.mutate);
  const { data, error } = useQuery(restoreQuery(isOutcomeUnknown(run.error)));
  if (!data) return <p className="p-5 text-ink-2 max-md:p-4">{error ? error.message : 'Loading...'}</p>;
  const { restore, obstacle } = data;
  if (check.isPending) return <Working label="Checking the file..." share={share} />;
  if (run.isPending) return <Working label="Restoring..." share={share} />;
  if (restore?.state === 'restored') return <Restored restore={restore} />;
  if (obstacle) return <p className="p-5 text-ink-2 max-md:p-4">{obstacle}</p>;
  const failure = run.error ?? check.error;
  const choose = (file: File) => {
    run.reset();
    setShare(undefined);
    check.mutate(file);
  };
  return (
    <>
      {failure && (
        <Banner tone="red" role="alert" className="m-5 mb-0 max-md:m-4 max-md:mb-0">
          {failure.message}
        </Banner>
      )}
      {restore ? (
        <Checked restore={restore}>
          <Button
            variant="quiet"
            busy={remove.isPending ? 'Removing...' : undefined}
            onClick={() => {
              run.reset();
              remove.mutate(restore);
            }}
          >
            Choose another file
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              check.reset();
              setShare(0);
              start(restore);
            }}
          >
            Restore
          </Button>
        </Checked>
      ) : (
        <SettingsRow action={<ChooseFile onFile={choose} />}>
          <p>The zip that you downloaded under ‘Your data’, here or on another server.</p>
          <p className="text-ink-2">We check the file first, then restore all of it or nothing.</p>
        </SettingsRow>
      )}
    </>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const { secondFactor, passkeys } = useLandlord();
  const [chosen, setChosen] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={Upload} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <FileChooser
        ref={input}
        accept=".zip,application/zip"
        aria-label="Data download"
        onFiles={([file]) => {
          if (!file) return;
          if (secondFactor || passkeys > 0) setChosen(file);
          else onFile(file);
        }}
      />
      <CodeDialog
        open={chosen !== undefined}
        onOpenChange={(open) => {
          if (!open) setChosen(undefined);
        }}
        onProven={() => chosen && onFile(chosen)}
        description="We will fill this account with the records in your file."
        action="Check the file"
      />
    </>
  );
}

function Working({ label, share }: { label: string; share: number | undefined }) {
  return (
    <div className="grid gap-3 p-5 max-md:p-4">
      <p role="status" className="font-bold">
        {label}
      </p>
      {share !== undefined && <ProgressBar label={label} share={share} />}
      <p className="text-s text-ink-2">We restore all of it or nothing. We do not send any emails.</p>
    </div>
  );
}

function Checked({ restore, children }: { restore: Restore; children: ReactNode }) {
  const counts = countsOf(restore.tables);
  return (
    <>
      <div className="grid gap-4 p-5 max-md:p-4">
        <FactLines
          facts={[
            { name: 'Account', value: restore.accountName },
            { name: 'Downloaded on', value: formatInstant(restore.madeAt) },
            { name: 'Records', value: counts.length > 0 ? counts.join(', ') : 'None' },
            { name: 'Size of files', value: formatFileSize(restore.bytes) },
          ]}
        />
        <NotRestored restore={restore} title="Not restored" />
      </div>
      <SettingsFoot>{children}</SettingsFoot>
    </>
  );
}

function NotRestored({ restore, title }: { restore: Restore; title: string }) {
  const lines = notRestored(restore);
  if (lines.length === 0) return null;
  return (
    <div>
      <h3 className="font-bold">{title}</h3>
      <ul className="list-disc pl-5 text-ink-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

function Restored({ restore }: { restore: Restore }) {
  const { accountName, madeAt, restoredAt, members } = restore;
  return (
    <div className="grid gap-4 p-5 max-md:p-4">
      <Banner tone="green" role="status">
        <b>The download of {accountName} is restored.</b> Made {formatInstant(madeAt)}
        {restoredAt && `, restored ${formatInstant(restoredAt)}`}.
      </Banner>
      <NotRestored restore={restore} title="Set these up again" />
      {members.length > 0 && (
        <div>
          <h3 className="font-bold">People to invite again</h3>
          <ul className="text-ink-2 wrap-anywhere">
            {members.map(({ name, email, role }) => (
              <li key={email}>{[name, email, role].filter(Boolean).join(', ')}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkButton to="/dashboard/properties">See your properties</LinkButton>
        {members.length > 0 && <LinkButton to="/dashboard/team">Invite people</LinkButton>}
      </div>
    </div>
  );
}
