/** The landlord's settings: saved with the account, shown at once, and taken back if they could not be saved. */
import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { api, read } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { landlordChanged, useKnownLandlord, useLandlord } from '../../../web/http/session.client.ts';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { chooseTheme } from '../../../web/ui/theme.client.ts';
import type { SettingsInput } from '../account.ts';
import { reasonOf } from '../profile/profile.client.ts';

const KEY = ['settings'];

/** The account's settings, with choices that are still on their way to the server. */
export function useSettings() {
  const { darkMode, emailNotifications, keyShortcuts } = useLandlord();
  const chosenMode = useChosen('darkMode');
  const chosenNotifications = useChosen('emailNotifications');
  const chosenShortcuts = useChosen('keyShortcuts');
  return {
    darkMode: chosenMode ?? darkMode,
    emailNotifications: chosenNotifications ?? emailNotifications,
    keyShortcuts: chosenShortcuts ?? keyShortcuts,
  };
}

/** Shows the theme that the account has, and has this browser remember it. Once, in the frame around the screens. */
export function useAccountTheme(): void {
  const landlord = useKnownLandlord();
  const dark = useChosen('darkMode') ?? landlord?.darkMode;
  useLayoutEffect(() => {
    if (dark !== undefined) chooseTheme(dark ? 'dark' : 'light');
  }, [dark]);
}

/** Known at the very press, as the library's own hook is told a moment later: until then the switch would jump back. */
function useChosen(name: keyof SettingsInput): boolean | undefined {
  return useSyncExternalStore(subscribe, () => underWay().findLast((choice) => choice[name] !== undefined)?.[name]);
}

const mutations = queryClient.getMutationCache();
const subscribe = (listener: () => void) => mutations.subscribe(listener);
const underWay = () =>
  mutations.findAll({ mutationKey: KEY, status: 'pending' }).map(({ state }) => state.variables as SettingsInput);

export function useChangeSettings(): (choice: SettingsInput) => void {
  return useMutation({
    mutationKey: KEY,
    // One after the other, so that the last choice is the last that the server hears.
    scope: { id: 'settings' },
    // A choice made just before the page is closed is saved all the same.
    mutationFn: (choice: SettingsInput) =>
      withSession(() => read(api.settings.$patch({ json: choice }, { init: { keepalive: true } }))),
    onSuccess: landlordChanged,
    onError: (error) => toast.error('Failed to save your settings', { description: reasonOf(error) }),
  }).mutate;
}
