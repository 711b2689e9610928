/** Settings include pending changes, which are rolled back on failure. */

import { useMutation } from '@tanstack/react-query';
import { useLayoutEffect, useSyncExternalStore } from 'react';
import { reasonOf } from '../../../shared/app-error.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { queryClient } from '../../../web/http/query.client.ts';
import { withSession } from '../../../web/http/save.client.ts';
import { storeLandlord, useLandlord, useLandlordIfSignedIn } from '../../../web/http/session.client.ts';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { chooseTheme } from '../../../web/ui/theme.client.ts';
import type { SettingsInput } from '../../account/account.ts';

const KEY = ['settings'];

export function useSettings() {
  const { darkMode, emailNotifications, keyShortcuts } = useLandlord();
  const chosenMode = usePendingChoice('darkMode');
  const chosenNotifications = usePendingChoice('emailNotifications');
  const chosenShortcuts = usePendingChoice('keyShortcuts');
  return {
    darkMode: chosenMode ?? darkMode,
    emailNotifications: chosenNotifications ?? emailNotifications,
    keyShortcuts: chosenShortcuts ?? keyShortcuts,
  };
}

/** Applies the account's theme and stores it in this browser. Called once, in the frame around the screens. */
export function useAccountTheme(): void {
  const landlord = useLandlordIfSignedIn();
  const dark = usePendingChoice('darkMode') ?? landlord?.darkMode;
  useLayoutEffect(() => {
    if (dark !== undefined) chooseTheme(dark ? 'dark' : 'light');
  }, [dark]);
}

/** Reads the mutation cache directly: `useMutationState` updates a tick later, so the switch would flicker. */
function usePendingChoice(name: keyof SettingsInput): boolean | undefined {
  return useSyncExternalStore(
    subscribe,
    () => pendingChanges().findLast((choice) => choice[name] !== undefined)?.[name],
  );
}

const mutations = queryClient.getMutationCache();
const subscribe = (listener: () => void) => mutations.subscribe(listener);
const pendingChanges = () =>
  mutations.findAll({ mutationKey: KEY, status: 'pending' }).map(({ state }) => state.variables as SettingsInput);

export function useChangeSettings(): (choice: SettingsInput) => void {
  return useMutation({
    mutationKey: KEY,
    // Serialised, so that the last choice is saved last.
    scope: { id: 'settings' },
    // `keepalive` saves a choice made just before the page closes.
    mutationFn: (choice: SettingsInput) =>
      withSession(() => read(api.settings.$patch({ json: choice }, { init: { keepalive: true } }))),
    onSuccess: storeLandlord,
    onError: (error) => toast.error('We could not save your settings', { description: reasonOf(error) }),
  }).mutate;
}
