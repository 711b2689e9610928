/** /dashboard/settings: the landlord's settings, the data of this browser, and signing out. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useLandlord } from '../../../web/http/session.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { PageHead } from '../../../web/ui/display/PageHead.tsx';
import { SettingsRow, SettingsSection, SettingsSections } from '../../../web/ui/display/SettingsSection.tsx';
import { Switch } from '../../../web/ui/form/Choices.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { clearBrowser, signOut } from '../sign-in/sign-out.client.ts';
import { LetterShortcuts } from './LetterShortcuts.tsx';
import { useChangeSettings, useSettings } from './settings.client.ts';

/** `calendar` is the section of the calendar feed, `storage` that of the room for files. */
export function Settings({ calendar, storage }: { calendar: ReactNode; storage: ReactNode }) {
  return (
    <>
      <PageHead title="Settings" />
      <SettingsSections>
        <SettingsSection title="Appearance" line="How Tenure looks, wherever you sign in.">
          <DarkMode />
        </SettingsSection>
        <SettingsSection title="Notifications" line="Emails we send you.">
          <EmailNotifications />
        </SettingsSection>
        <SettingsSection title="Keyboard" line="Press ? on any screen to see all shortcuts.">
          <LetterShortcuts className="p-5 max-md:p-4" />
        </SettingsSection>
        {calendar}
        <SettingsSection title="Plan" line="What you pay for Tenure.">
          <SettingsRow action={<LinkButton to="/dashboard/plans">Plans</LinkButton>}>
            Choose, change or cancel a plan.
          </SettingsRow>
        </SettingsSection>
        {storage}
        <SettingsSection title="Data Management" line="Data kept in this browser, and signing out.">
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
      They start once you have confirmed your address in <Link to="/dashboard/profile">your profile</Link>.
    </>
  );
  return (
    <Switch
      className="p-5 max-md:p-4"
      label="Email Notifications"
      hint={
        <>
          Each Monday what needs your attention, certificates on the day they expire, and leases that end within 30
          days.{unconfirmed} Emails about your account, such as a new password, are always sent.
        </>
      }
      checked={emailNotifications}
      onChange={({ target }) => change({ emailNotifications: target.checked })}
    />
  );
}

function ClearAllData() {
  const [asked, setAsked] = useState(false);
  const clear = () => {
    clearBrowser();
    setAsked(false);
    toast.success('All data has been cleared successfully');
  };
  return (
    <SettingsRow action={<Button onClick={() => setAsked(true)}>Clear All Data</Button>}>
      <p>
        Clears what this browser keeps: unfinished forms, what you searched for, how your lists are shown and the theme.
      </p>
      <p className="text-ink-2">Your properties, tenants and suppliers are kept: nothing on the server is deleted.</p>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Clear All Data"
        question="Are you sure you want to clear all your data? This action cannot be undone."
        confirm="Clear All Data"
        onConfirm={clear}
      >
        This clears only what this browser keeps: unfinished forms, what you searched for, how your lists are shown and
        the theme. Nothing on the server is deleted, and you stay signed in.
      </ConfirmDialog>
    </SettingsRow>
  );
}

function SignOut() {
  return (
    <SettingsRow action={<Button onClick={() => void signOut({ to: '/login' })}>Sign Out</Button>}>
      Ends your session in this browser and clears what it kept, such as drafts.
    </SettingsRow>
  );
}
