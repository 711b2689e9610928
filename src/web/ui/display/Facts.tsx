/** Names and values: in columns for a record's facts, or in lines with the value at the right. */
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Fact = {
  name: string;
  value: ReactNode;
  /** In columns on a phone it takes the whole width, as an address does. */
  long?: boolean;
};

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-3 gap-x-5 gap-y-4 max-md:grid-cols-2">
      {facts.map(({ name, value, long }) => (
        <div
          key={name}
          // What stands alone in the last row has the row.
          className={cx('min-w-0 md:[&:last-child:nth-child(3n+1)]:col-span-full', long && 'max-md:col-span-full')}
        >
          <dt className="text-s text-ink-2">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FactLines({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="*:not-first:border-t *:not-first:border-line">
      {facts.map(({ name, value }) => (
        <div key={name} className="flex justify-between gap-4 py-[10px]">
          <dt className="text-ink-2">{name}</dt>
          <dd className="min-w-0 text-right tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
