import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '../../../shared/app-error.ts';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { supportsPasskeys } from '../../../web/forms/passkey.client.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { ErrorState } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { SettingsRow, SettingsSection } from '../../../web/ui/display/SettingsSection.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { Row, Rows } from '../../../web/ui/table/Rows.tsx';
import { passkeysQuery } from './passkey.client.ts';
import { MAX_PASSKEYS, type Passkey } from './passkey.ts';

const PasskeyDialog = lazyDialog(async () => (await import('./PasskeyDialog.tsx')).PasskeyDialog);

export function Passkeys() {
  const { passkeys: count } = useLandlord();
  const query = useQuery({ ...passkeysQuery, enabled: count > 0 });
  const { error, busy, retry } = useRetry(query);
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey>();
  const failed = count > 0 && !query.data ? error : null;
  return (
    <SettingsSection title="Passkeys" line="Sign in with your finger, face or PIN, without a password." bare={!!failed}>
      {failed ? (
        <ErrorState
          title="We could not load your passkeys"
          reason={reasonOf(failed)}
          onRetry={retry}
          busy={busy}
          level={3}
        />
      ) : (
        <>
          {count > 0 && query.data && (
            <Rows label="Passkeys">
              {query.data.map((passkey) => (
                <Row
                  key={passkey.id}
                  line={`Added ${formatInstantAsDay(passkey.addedAt)}, ${passkey.usedAt ? `last used ${formatInstantAsDay(passkey.usedAt)}` : 'not used yet'}`}
                  end={
                    <Button size="small" onClick={() => setRemoved(passkey)}>
                      Remove <span className="sr-only">{passkey.name}</span>
                    </Button>
                  }
                >
                  {passkey.name}
                </Row>
              ))}
            </Rows>
          )}
          <div className={cx(count > 0 && 'border-t border-line')}>
            <SettingsRow
              action={
                supportsPasskeys() &&
                count < MAX_PASSKEYS && <Button onClick={() => setAdding(true)}>Add a passkey</Button>
              }
            >
              <p>{supportsPasskeys() ? 'Your device, phone or password manager stores the passkey.' : UNSUPPORTED}</p>
            </SettingsRow>
          </div>
        </>
      )}
      <PasskeyDialog open={adding} onOpenChange={setAdding} removed={undefined} />
      <PasskeyDialog open={removed !== undefined} onOpenChange={() => setRemoved(undefined)} removed={removed} />
    </SettingsSection>
  );
}

const UNSUPPORTED = 'This browser cannot create passkeys at this address.';
