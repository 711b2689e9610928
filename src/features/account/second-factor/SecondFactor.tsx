import { useState } from 'react';
import { useLandlord } from '../../../web/http/session.client.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { SettingsRow, SettingsSection } from '../../../web/ui/display/SettingsSection.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import type { Purpose } from './SecondFactorDialog.tsx';

const SecondFactorDialog = lazyDialog(async () => (await import('./SecondFactorDialog.tsx')).SecondFactorDialog);

export function SecondFactor() {
  const { secondFactor } = useLandlord();
  const [purpose, setPurpose] = useState<Purpose>('on');
  const [open, setOpen] = useState(false);
  const ask = (next: Purpose) => {
    setPurpose(next);
    setOpen(true);
  };
  return (
    <SettingsSection title="Two-factor sign-in" line="Sign in with your password and a code from your phone.">
      <SettingsRow
        action={
          secondFactor ? (
            <>
              <Button onClick={() => ask('codes')}>Create new recovery codes</Button>
              <Button onClick={() => ask('off')}>Turn off</Button>
            </>
          ) : (
            <Button onClick={() => ask('on')}>Turn on</Button>
          )
        }
      >
        {secondFactor ? (
          <StatusState state="good" small>
            On: you need a code to sign in.
          </StatusState>
        ) : (
          <p>Protects your account even if someone learns your password.</p>
        )}
      </SettingsRow>
      <SecondFactorDialog open={open} onOpenChange={setOpen} purpose={purpose} />
    </SettingsSection>
  );
}
