import type { ComponentProps, ReactNode } from 'react';
import { dialled } from '../../../shared/phone.ts';
import { websiteUrl } from '../../../shared/text.ts';
import { cx } from './cx.ts';

export type Fact = {
  name: string;
  value: ReactNode;
  /** Full width on a phone, for example for an address. */
  long?: boolean;
};

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-3 gap-x-5 gap-y-4 max-md:grid-cols-2">
      {facts.map(({ name, value, long }) => (
        <div
          key={name}
          // A single fact in the last row spans all columns.
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
          <dt className="max-w-1/2 flex-none text-ink-2">{name}</dt>
          <dd className="min-w-0 text-right text-balance tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type StripProps = {
  label: string;
  /** Hides the lines below the figures on a phone, to keep the rows that follow in view. */
  compact?: boolean;
  children: ReactNode;
};

export function StatStrip({ label, compact = false, children }: StripProps) {
  return (
    <section
      aria-label={label}
      className={cx(
        'stat-strip',
        compact && 'max-md:*:py-[6px]! max-md:[&_[data-compare]]:sr-only max-md:[&_[data-value]]:leading-6!',
      )}
    >
      {children}
    </section>
  );
}

type Figures = { name: string; value: ReactNode; compare?: ReactNode };

/** The characters of £9,999,999.99. */
const LONG = 13;

const CELL = 'flex flex-col px-5 py-4 text-ink no-underline max-md:px-4 max-md:py-3';

export function Stat(figures: Figures) {
  return (
    <div className={CELL}>
      <Lines {...figures} />
    </div>
  );
}

/** Pass this to the router's `createLink` for typed routes. */
export function StatLink({
  name,
  value,
  compare,
  className,
  ...rest
}: Figures & Omit<ComponentProps<'a'>, 'children'>) {
  return (
    <a {...rest} className={cx(CELL, 'hover:bg-hover focus-visible:-outline-offset-2!', className)}>
      <Lines name={name} value={value} compare={compare} />
    </a>
  );
}

function Lines({ name, value, compare }: Figures) {
  return (
    <>
      <span className="text-ink-2 max-md:text-s">{name}</span>
      <span
        data-value={typeof value === 'string' && value.length > LONG ? 'long' : ''}
        className="leading-10 font-bold tracking-[-0.02em] tabular-nums max-md:leading-8"
      >
        {value}
      </span>
      {compare && (
        <span data-compare className="text-s text-ink-2">
          {compare}
        </span>
      )}
    </>
  );
}

/** A link that dials the number. Other text, such as 'ask at the shop', is not a link. */
export function Phone({ number }: { number: string }) {
  const called = dialled(number);
  return called === null ? <bdi>{number}</bdi> : <a href={`tel:${called}`}>{number}</a>;
}

export function Email({ address, className }: { address: string; className?: string }) {
  const at = address.lastIndexOf('@');
  return (
    <a href={`mailto:${address}`} title={address} className={className}>
      <bdi>
        {address.slice(0, at)}
        {/* A long address breaks before the '@', not inside a word. */}
        <wbr />
        {address.slice(at)}
      </bdi>
    </a>
  );
}

/** A link to a website. Text that is not a URL is not a link. */
export function Website({ typed }: { typed: string }) {
  const url = websiteUrl(typed);
  if (url === null) return <bdi>{typed}</bdi>;
  return (
    <a href={url} target="_blank" rel="noopener">
      <bdi>{typed}</bdi>
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
