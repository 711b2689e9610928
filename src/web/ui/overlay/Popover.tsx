/** A small panel that opens from a button and holds controls: a checklist, a search field. Escape and a press outside close it. */
import { Popover as Base } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../display/cx.ts';
import { showFocusGuards } from './focus-guards.client.ts';

type Props = {
  /** Names the panel for screen readers. */
  label: string;
  /** The button it opens from: a `<Button>`. */
  trigger: ReactElement;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'end';
  className?: string;
  /** For what stands around the button, in its row. */
  around?: string;
  children: ReactNode;
};

export function Popover({ label, trigger, open, onOpenChange, align = 'start', className, around, children }: Props) {
  // Beside its button and not at the end of the page: it stays in the landmark that the button is in.
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place} className={cx('inline-flex', around)}>
      <Base.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
        <Base.Trigger render={trigger} />
        <Base.Portal container={place}>
          <Base.Positioner positionMethod="fixed" align={align} sideOffset={6} collisionPadding={8} className="z-80">
            <Base.Popup
              aria-label={label}
              className={cx(
                'min-w-[220px] max-w-[calc(100vw-16px)] rounded-card border border-line bg-surface p-4 shadow-float transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 outline-none',
                className,
              )}
            >
              <HonestGuards />
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </span>
  );
}

function HonestGuards() {
  useEffect(showFocusGuards, []);
  return null;
}
