/**
 * Below 768 px each row becomes a card, and the header stays for screen readers. Roles are explicit, as browsers drop
 * them if CSS changes `display`.
 */
import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../display/cx.ts';

const ROLE = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

type TableProps = { caption: string; foot?: ReactNode; busy?: boolean; className?: string; children: ReactNode };

/** `caption` is the accessible name. `busy` is set while other rows are loading. */
export function Table({ caption, foot, busy = false, className, children }: TableProps) {
  return (
    <div aria-busy={busy} className={cx('rounded-card border border-line bg-surface', busy && 'opacity-60', className)}>
      <table {...ROLE.table} className="table">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
      {foot && (
        <div className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line px-5 py-3 text-s text-ink-2 max-md:px-4">
          {foot}
        </div>
      )}
    </div>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead {...ROLE.group}>
      <tr {...ROLE.row}>{children}</tr>
    </thead>
  );
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...ROLE.group} {...props} />;
}

/** Totals, whose cells the caller styles on a phone. */
export function TableFoot(props: ComponentProps<'tfoot'>) {
  return <tfoot {...ROLE.group} {...props} />;
}

export function TableRow({ selected = false, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) {
  return <tr {...ROLE.row} {...(selected && { 'aria-selected': true })} {...rest} />;
}

type HeadCellProps = ComponentProps<'th'> & { end?: boolean };

/** `end` aligns the text right, above figures and buttons. */
export function HeadCell({ end = false, className, ...rest }: HeadCellProps) {
  return <th {...ROLE.header} scope="col" {...rest} className={cx(end && 'end', className)} />;
}

type CellProps = ComponentProps<'td'> & {
  end?: boolean;
  /** The position in a phone's card. `wide` spans both columns, and `beside` is on the right of the previous line. */
  narrow?: 'title' | 'figure' | 'line' | 'wide' | 'beside' | 'hidden';
  /** The column's heading, shown on a phone before the value. */
  label?: string;
};

export function Cell({ end = false, narrow = 'line', label, className, ...rest }: CellProps) {
  return (
    <td {...ROLE.cell} {...rest} data-narrow={narrow} data-label={label} className={cx(end && 'end', className)} />
  );
}
