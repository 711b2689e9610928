/** A section of the profile or settings. The card is next to the heading or, on narrow screens, below. */
import { type ReactNode, type RefObject, useId } from 'react';
import { Card } from './Card.tsx';

type Props = {
  title: string;
  line: ReactNode;
  /** Makes the heading focusable, to receive the focus when the focused control is removed. */
  heading?: RefObject<HTMLHeadingElement | null>;
  /** Omits the card, as the children have their own. */
  bare?: boolean;
  children: ReactNode;
};

export function SettingsSections({ children }: { children: ReactNode }) {
  return <div className="*:border-t *:border-line *:py-8 *:last:pb-0 max-md:*:py-6">{children}</div>;
}

export function SettingsSection({ title, line, heading, bare = false, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-[280px_minmax(0,1fr)] items-start gap-x-10 gap-y-4 max-lg:grid-cols-1"
    >
      <div>
        <h2 id={id} ref={heading} tabIndex={heading && -1} className="text-m tracking-normal">
          {title}
        </h2>
        <p className="mt-1 text-s text-ink-2">{line}</p>
      </div>
      {bare ? children : <Card>{children}</Card>}
    </section>
  );
}

export function SettingsRow({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-5 max-md:p-4">
      <div className="min-w-0 flex-1 basis-80">{children}</div>
      <div className="flex flex-none flex-wrap gap-2 max-md:w-full max-md:*:flex-auto">{action}</div>
    </div>
  );
}

export function SettingsFoot({ children }: { children: ReactNode }) {
  return (
    <div className="flex justify-end gap-2 border-t border-line px-5 py-3 max-md:px-4 max-md:*:flex-auto">
      {children}
    </div>
  );
}
