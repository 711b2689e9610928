/** A dialog without a title: a search field with results below. It is not animated, and fills the screen on a phone. */
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';
import { useCloseOnBack } from './back.client.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The accessible name. */
  label: string;
  field: RefObject<HTMLElement | null>;
  /** Called after closing, when the focus has been restored. */
  onClosed: () => void;
  children: ReactNode;
};

export function Palette({ open, onOpenChange, label, field, onClosed, children }: Props) {
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={(now) => now || onClosed()}>
      <Base.Portal>
        <Base.Backdrop className="scrim fixed inset-0 z-70 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-70 flex items-start justify-center px-4 pt-[88px] pb-4 max-md:p-0">
          <Base.Popup
            aria-label={label}
            initialFocus={field}
            className="flex max-h-[calc(100dvh-120px)] w-full max-w-[640px] flex-col overflow-clip rounded-card border border-line bg-surface shadow-float max-md:h-dvh max-md:max-h-none max-md:max-w-none max-md:rounded-none max-md:border-0 md:has-[input:focus-visible]:outline-2 md:has-[input:focus-visible]:-outline-offset-1 md:has-[input:focus-visible]:outline-focus"
          >
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
