/**
 * What the components need around them, once in the app: Base UI is told to write no <style> elements, which the
 * content security policy would refuse, and the toasts get their place.
 */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { whenSaid } from './overlay/toast.client.ts';
import { loadedOnce, onFirstUse } from './overlay/when-opened.client.ts';

const RETRY_MS = 2_000;
/** Comes when somebody begins to use the screen, which has nothing to say before; what is said meanwhile waits for it. */
const toaster = loadedOnce(() => import('./overlay/Toaster.tsx'));

export function UiRoot({ children }: { children: ReactNode }) {
  const [{ Toaster }, come] = useState<{ Toaster?: ComponentType }>({});
  useEffect(() => {
    // Without a connection, of which a toast may have to tell, it is asked for again.
    const bring = () => void toaster.load().then(come, () => setTimeout(bring, RETRY_MS));
    whenSaid(bring);
    return onFirstUse(bring);
  }, []);
  return (
    <CSPProvider disableStyleElements>
      {Toaster && <Toaster />}
      {children}
    </CSPProvider>
  );
}
