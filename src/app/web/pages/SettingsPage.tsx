import { Settings } from '../../../features/account/settings/Settings.tsx';
import { StorageSettings } from '../../../features/billing/StorageSettings.tsx';
import { CalendarSettings } from '../../../features/calendar/CalendarSettings.tsx';

export function SettingsPage() {
  return <Settings calendar={<CalendarSettings />} storage={<StorageSettings />} />;
}
