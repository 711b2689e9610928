import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';

export function Rows({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="*:not-first:border-t *:not-first:border-line">
      {children}
    </ul>
  );
}

type RowProps = { lead?: ReactNode; line?: ReactNode; end?: ReactNode; children: ReactNode };

/** `children` is the name or a `RowLink`, `line` is below the name, and `end` is on the right. */
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

/** A link that makes its whole row clickable. Pass this to the router's `createLink` for typed routes. */
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

type FirstRowsProps<Item> = {
  label: string;
  items: readonly Item[];
  first?: number;
  children: (item: Item) => ReactNode;
};

export function FirstRows<Item>({ label, items, first = 10, children }: FirstRowsProps<Item>) {
  const [all, setAll] = useState(false);
  return (
    <>
      <Rows label={label}>{(all ? items : items.slice(0, first)).map(children)}</Rows>
      {items.length > first && (
        <div className="border-t border-line px-5 py-2 max-md:px-4">
          <Button variant="quiet" size="small" className="-mx-[10px]" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? `Show the first ${first}` : `Show all ${items.length.toLocaleString('en-GB')}`}
          </Button>
        </div>
      )}
    </>
  );
}

type RowCountProps = { count: number; tone?: 'neutral' | 'red'; of?: string };

export function CountBadge({ count, tone = 'neutral', of }: RowCountProps) {
  return (
    <span
      className={cx(
        'inline-grid h-5 min-w-5 place-items-center rounded-pill px-[6px] text-s font-bold leading-none tabular-nums',
        tone === 'red' ? 'bg-red-soft text-red inset-ring inset-ring-red-rule' : 'bg-sunken text-ink-2',
      )}
    >
      <span>
        {count}
        {of && <span className="sr-only"> {of}</span>}
      </span>
    </span>
  );
}
