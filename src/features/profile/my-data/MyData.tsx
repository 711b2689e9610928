/** The download continues while other screens are open. */

import DownloadIcon from 'lucide-react/icons/download';
import { useRef, useState } from 'react';
import { api, reached } from '../../../web/http/api.client.ts';
import { downloadFailure, received, saveFile } from '../../../web/http/download.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { createStore, useStore } from '../../../web/http/store.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { SettingsRow, SettingsSection } from '../../../web/ui/display/SettingsSection.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { formatFileSize } from '../../file/file.ts';

const CodeDialog = lazyDialog(async () => (await import('../../account/second-factor/ProofFields.tsx')).CodeDialog);

export function MyData() {
  return (
    <SettingsSection title="Your data" line="You can download a copy at any time.">
      <SettingsRow action={<DownloadMyData />}>
        <p>One zip file with all your records as spreadsheets, and every file you uploaded.</p>
      </SettingsRow>
    </SettingsSection>
  );
}

/** All instances share one download. */
export function DownloadMyData() {
  const download = useMyDataDownload();
  const { secondFactor, passkeys } = useLandlord();
  const [proving, setProving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const stop = () => {
    download?.cancel();
    button.current?.focus();
  };
  return (
    <>
      <Button
        ref={button}
        icon={DownloadIcon}
        busy={download && words(download.bytes)}
        onClick={() => (secondFactor || passkeys > 0 ? setProving(true) : void downloadMyData())}
      >
        Download my data
      </Button>
      {download && (
        <Button variant="quiet" onClick={stop}>
          Stop
        </Button>
      )}
      <CodeDialog open={proving} onOpenChange={setProving} onProven={() => void downloadMyData()} />
    </>
  );
}

function words(bytes: number): string {
  return bytes === 0 ? 'Preparing your data...' : `Downloading... ${formatFileSize(bytes)}`;
}

/** `bytes` counts those received so far. The total is unknown because the server streams the zip. */
type Download = { bytes: number; cancel: () => void };

const download = createStore<Download | undefined>(undefined);

export function useMyDataDownload(): Download | undefined {
  return useStore(download);
}

/** Starts a download unless one is running, and shows a toast when it ends. */
async function downloadMyData(): Promise<void> {
  if (download.get()) return;
  const stop = new AbortController();
  const cancel = () => stop.abort();
  let bytes = 0;
  download.set({ bytes, cancel });
  try {
    const answer = await withSession(() => reached(api['my-data'].$get({}, { init: { signal: stop.signal } })));
    const zip = await received(answer, (piece) => {
      bytes += piece.length;
      download.set({ bytes, cancel });
    });
    saveFile(zip, answer);
    toast.success('Data downloaded');
  } catch (error) {
    if (!stop.signal.aborted) toast.error('We could not download your data', { description: downloadFailure(error) });
  } finally {
    download.set(undefined);
  }
}
