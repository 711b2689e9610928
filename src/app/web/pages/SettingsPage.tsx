import { lazy, Suspense } from 'react';
import { StorageSettings } from '../../../features/billing/StorageSettings.tsx';
import { CalendarSettings } from '../../../features/calendar/CalendarSettings.tsx';
import { StepsSettings } from '../../../features/deadline/StepsSettings.tsx';
import { Settings } from '../../../features/profile/settings/Settings.tsx';
import { May } from '../../../web/http/session.client.ts';

const TargetsSettings = lazy(async () => ({
  default: (await import('../../../features/repair/TargetsSettings.tsx')).TargetsSettings,
}));

export function SettingsPage() {
  return (
    <Settings
      calendar={
        <>
          <May need="properties.see">
            <StepsSettings />
          </May>
          <May need="repairs.see">
            <Suspense>
              <TargetsSettings />
            </Suspense>
          </May>
          <CalendarSettings />
        </>
      }
      storage={
        <May need="owner">
          <StorageSettings />
        </May>
      }
    />
  );
}
