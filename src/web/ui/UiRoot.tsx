/**
 * What the components need around them, once in the app: Base UI is told to write no <style> elements, which the
 * content security policy would refuse, and the toasts get their place.
 */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

const RETRY_MS = 2_000;

export function UiRoot({ children }: { children: ReactNode }) {
  const [{ Toaster }, come] = useState<{ Toaster?: ComponentType }>({});
  useEffect(() => afterLoad(() => void toaster().then(come)), []);
  return (
    <CSPProvider disableStyleElements>
      {Toaster && <Toaster />}
      {children}
    </CSPProvider>
  );
}

/** Its code comes after the first screen, which has nothing to say; what is said before it has come waits for it. */
async function toaster(): Promise<{ Toaster: ComponentType }> {
  for (;;) {
    try {
      return await import('./overlay/Toaster.tsx');
    } catch {
      // Without a connection, of which a toast may have to tell.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function afterLoad(work: () => void): void {
  if (document.readyState === 'complete') work();
  else window.addEventListener('load', work, { once: true });
}
