/** Taking everything along: one zip with all records and files. */
import Download from 'lucide-react/icons/download';
import { useRef } from 'react';
import { Button } from '../../web/ui/display/Button.tsx';
import { sizeWords } from '../file/file.ts';
import { downloadMyData, useMyDataDownload } from './my-data.client.ts';
import { SettingsSection, SubjectLine } from './SettingsSection.tsx';

export function MyData() {
  return (
    <SettingsSection title="Your data" line="It is yours: take a copy along whenever you like.">
      <SubjectLine action={<DownloadMyData />}>
        <p>One zip with everything you have entered, as tables that a spreadsheet opens, and every file you added.</p>
      </SubjectLine>
    </SettingsSection>
  );
}

/** The button, and while it works how far it is and the way to stop it. Shows the same download wherever it stands. */
export function DownloadMyData() {
  const download = useMyDataDownload();
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    download?.cancel();
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        icon={Download}
        busy={download && words(download.bytes)}
        onClick={() => void downloadMyData()}
      >
        Download my data
      </Button>
      {download && (
        <Button variant="quiet" onClick={stop}>
          Stop
        </Button>
      )}
    </>
  );
}

function words(bytes: number): string {
  return bytes === 0 ? 'Preparing your data...' : `Downloading... ${sizeWords(bytes)}`;
}
