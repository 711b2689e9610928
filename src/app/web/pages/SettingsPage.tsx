import { Settings } from '../../../features/account/settings/Settings.tsx';
import { StorageSettings } from '../../../features/billing/StorageSettings.tsx';
import { CalendarSettings } from '../../../features/calendar/CalendarSettings.tsx';
import { May } from '../../../web/http/session.client.ts';

export function SettingsPage() {
  return (
    <Settings
      calendar={<CalendarSettings />}
      storage={
        <May need="owner">
          <StorageSettings />
        </May>
      }
    />
  );
}
