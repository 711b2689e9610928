/**
 * What the components need around them, once in the app: Base UI is told to write no <style> elements, which the
 * content security policy would refuse, and the toasts get their place.
 */
import { CSPProvider } from '@base-ui/react/csp-provider';
import type { ReactNode } from 'react';
import { Toaster } from './overlay/Toaster.tsx';

export function UiRoot({ children }: { children: ReactNode }) {
  return (
    <CSPProvider disableStyleElements>
      {/* First, so that it already listens when the first screen has something to say. */}
      <Toaster />
      {children}
    </CSPProvider>
  );
}
