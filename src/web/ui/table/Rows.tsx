/** A list in a card where each line is one record and leads to it. */
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../display/cx.ts';

export function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="*:not-first:border-t *:not-first:border-line">
      {children}
    </ul>
  );
}

type RowProps = { lead?: ReactNode; line?: ReactNode; end?: ReactNode; children: ReactNode };

/** `children` is the name (a `RowLink`, if it leads somewhere), `line` stands below it, `end` at the right. */
export function Row({ lead, line, end, children }: RowProps) {
  return (
    <li className="relative flex min-h-[52px] items-center gap-3 px-5 py-2 has-[a]:hover:bg-hover last:rounded-b-[7px] max-md:px-4">
      {lead}
      <div className="min-w-0 flex-1">
        <div className="font-bold wrap-anywhere">{children}</div>
        {line && <div className="text-s text-ink-2">{line}</div>}
      </div>
      {end && <div className="text-right">{end}</div>}
    </li>
  );
}

/** A link whose whole row can be pressed. Give it to the router's `createLink` for typed routes. */
export function RowLink({ className, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={cx(
        "text-inherit no-underline hover:underline after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:rounded-mark focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus",
        className,
      )}
    />
  );
}
