import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { May, useLandlord } from '../../../web/http/session.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { PageHead } from '../../../web/ui/display/PageHead.tsx';
import { SettingsRow, SettingsSection, SettingsSections } from '../../../web/ui/display/SettingsSection.tsx';
import { Switch } from '../../../web/ui/form/Choices.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { clearBrowser, signOut } from '../../account/sign-in/sign-out.client.ts';
import { LetterShortcuts } from './LetterShortcuts.tsx';
import { useChangeSettings, useSettings } from './settings.client.ts';

/** `calendar` and `storage` are sections of other nouns. */
export function Settings({ calendar, storage }: { calendar: ReactNode; storage: ReactNode }) {
  return (
    <>
      <PageHead title="Settings" />
      <SettingsSections>
        <SettingsSection title="Appearance" line="How Tenure looks, wherever you sign in.">
          <DarkMode />
        </SettingsSection>
        <SettingsSection title="Notifications" line="Choose the emails we send you.">
          <EmailNotifications />
        </SettingsSection>
        <SettingsSection title="Keyboard" line="Press ? on any screen to see all the shortcuts.">
          <LetterShortcuts className="p-5 max-md:p-4" />
        </SettingsSection>
        {calendar}
        <May need="owner">
          <SettingsSection title="Plan" line="Your Tenure subscription.">
            <SettingsRow action={<LinkButton to="/dashboard/plans">Plans</LinkButton>}>
              Choose, change or cancel your plan.
            </SettingsRow>
          </SettingsSection>
        </May>
        {storage}
        <SettingsSection title="Data Management" line="Clear this browser’s data, or sign out.">
          <div className="*:not-first:border-t *:not-first:border-line">
            <ClearAllData />
            <SignOut />
          </div>
        </SettingsSection>
      </SettingsSections>
    </>
  );
}

function DarkMode() {
  const { darkMode } = useSettings();
  const change = useChangeSettings();
  return (
    <Switch
      className="p-5 max-md:p-4"
      label="Dark Mode"
      hint="Light text on a dark background, saved with your account."
      checked={darkMode}
      onChange={({ target }) => change({ darkMode: target.checked })}
    />
  );
}

function EmailNotifications() {
  const { emailConfirmed } = useLandlord();
  const { emailNotifications } = useSettings();
  const change = useChangeSettings();
  const unconfirmed = !emailConfirmed && (
    <>
      {' '}
      We start once you confirm your address in <Link to="/dashboard/profile">your profile</Link>.
    </>
  );
  return (
    <Switch
      className="p-5 max-md:p-4"
      label="Email Notifications"
      hint={
        <>
          We email you each Monday if anything needs attention. We also email you about expired certificates and leases
          that end within 30 days. When tenants comment on an inspection, we email you the comments.{unconfirmed} We
          always send emails about your account, such as password changes.
        </>
      }
      checked={emailNotifications}
      onChange={({ target }) => change({ emailNotifications: target.checked })}
    />
  );
}

function ClearAllData() {
  const [confirming, setConfirming] = useState(false);
  const clear = () => {
    clearBrowser();
    setConfirming(false);
    toast.success('All data has been cleared successfully');
  };
  return (
    <SettingsRow action={<Button onClick={() => setConfirming(true)}>Clear All Data</Button>}>
      <p>Clears the unfinished forms, searches, list settings and theme saved in this browser.</p>
      <p className="text-ink-2">We keep your properties, tenants and suppliers on the server.</p>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Clear All Data"
        question="Are you sure you want to clear all your data? This action cannot be undone."
        confirm="Clear All Data"
        onConfirm={clear}
      >
        This only clears the unfinished forms, searches, list settings and theme saved in this browser. We will not
        delete anything on the server, and you stay signed in.
      </ConfirmDialog>
    </SettingsRow>
  );
}

function SignOut() {
  return (
    <SettingsRow action={<Button onClick={() => void signOut({ to: '/login' })}>Sign Out</Button>}>
      Signs you out and clears the data saved in this browser, such as drafts.
    </SettingsRow>
  );
}
