/** Context for the components, once in the app. Base UI must not write <style> elements, which the CSP refuses. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadOnce, onFirstUse } from './overlay/lazy-code.client.ts';
import { onToast } from './overlay/toast.client.ts';

const RETRY_MS = 2_000;
/** Loaded at the first use of the screen; earlier toasts wait for it. */
const toaster = loadOnce(() => import('./overlay/Toaster.tsx'));

export function UiRoot({ children }: { children: ReactNode }) {
  const [{ Toaster }, setLoaded] = useState<{ Toaster?: ComponentType }>({});
  useEffect(() => {
    // Retried while offline, because a toast may have to report exactly that.
    const loadToaster = () => void toaster.load().then(setLoaded, () => setTimeout(loadToaster, RETRY_MS));
    onToast(loadToaster);
    return onFirstUse(loadToaster);
  }, []);
  return (
    <CSPProvider disableStyleElements>
      {Toaster && <Toaster />}
      {children}
    </CSPProvider>
  );
}
