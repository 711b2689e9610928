/** Two-factor sign-in on the profile: whether it is on, and the ways to turn it on and off. */
import { useState } from 'react';
import { useLandlord } from '../../../web/http/session.client.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { SettingsRow, SettingsSection } from '../../../web/ui/display/SettingsSection.tsx';
import { openedLater } from '../../../web/ui/overlay/OpenedLater.tsx';
import type { Purpose } from './SecondFactorDialog.tsx';

const SecondFactorDialog = openedLater(async () => (await import('./SecondFactorDialog.tsx')).SecondFactorDialog);

export function SecondFactor() {
  const { secondFactor } = useLandlord();
  const [purpose, setPurpose] = useState<Purpose>('on');
  const [open, setOpen] = useState(false);
  const ask = (next: Purpose) => {
    setPurpose(next);
    setOpen(true);
  };
  return (
    <SettingsSection title="Two-factor sign-in" line="A code from your phone, after your password.">
      <SettingsRow
        action={
          secondFactor ? (
            <>
              <Button onClick={() => ask('codes')}>New recovery codes</Button>
              <Button onClick={() => ask('off')}>Turn off</Button>
            </>
          ) : (
            <Button onClick={() => ask('on')}>Turn on</Button>
          )
        }
      >
        {secondFactor ? (
          <StatusState state="good" small>
            On: signing in asks for a code.
          </StatusState>
        ) : (
          <p>Someone who learns your password still cannot sign in without your phone.</p>
        )}
      </SettingsRow>
      <SecondFactorDialog open={open} onOpenChange={setOpen} purpose={purpose} />
    </SettingsSection>
  );
}
