/** The context of all components. Base UI must not insert <style> elements, which the security policy forbids. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadOnce, onFirstUse } from './overlay/lazy-code.client.ts';
import { onToast } from './overlay/toast.client.ts';

const RETRY_MS = 2_000;
/** Loaded on the first interaction or toast. Toasts wait until it has loaded. */
const toaster = loadOnce(() => import('./overlay/Toaster.tsx'));

export function UiRoot({ children }: { children: ReactNode }) {
  const [{ Toaster }, setLoaded] = useState<{ Toaster?: ComponentType }>({});
  useEffect(() => {
    // Retries, as the toast may have to report that the browser is offline.
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
