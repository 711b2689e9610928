import ArrowRight from 'lucide-react/icons/arrow-right';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { Icon } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Masked } from '../../web/ui/display/Masked.tsx';
import { numberForScreenReader, shownNumber } from '../bank/listed.ts';
import type { BankRow, Choice } from './bank-rows.ts';

/** `content-visibility` skips the layout of rows out of view. */
const ROW =
  'grid grid-cols-[minmax(0,5fr)_16px_minmax(0,6fr)_auto] items-start gap-4 py-3 pr-4 pl-5 outline-none [contain-intrinsic-size:auto_72px] [content-visibility:auto] not-first:border-t not-first:border-line max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-2 max-md:grid-cols-1 max-md:p-4';
const CURRENT = 'bg-primary-soft shadow-[inset_3px_0_0_var(--primary)]';

type FrameProps = { current: boolean; onCurrent: () => void; children: ReactNode };

export function Frame({ current, onCurrent, children }: FrameProps) {
  const row = useRef<HTMLLIElement>(null);
  const wasCurrent = useRef(current);
  // Focuses the row when it becomes current by a key or a decision, but not initially or on a click inside it.
  useEffect(() => {
    if (current && !wasCurrent.current && !row.current?.contains(document.activeElement)) row.current?.focus();
    wasCurrent.current = current;
  }, [current]);
  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-current={current || undefined}
      className={cx(ROW, current && CURRENT)}
      onFocus={() => current || onCurrent()}
    >
      {children}
    </li>
  );
}

export function Amount({ amount, className }: { amount: number; className?: string }) {
  return (
    <span className={cx('figures whitespace-nowrap', amount > 0 && 'text-green', className)}>
      {amount > 0 && '+'}
      {formatPence(amount)}
    </span>
  );
}

export function Bank({ date, amount, text, account }: Pick<BankRow, 'date' | 'amount' | 'text' | 'account'>) {
  return (
    <>
      <div className="grid grid-cols-[92px_minmax(0,1fr)_auto] gap-3 max-lg:col-span-full max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-y-0 max-md:border-b max-md:border-line max-md:pb-2">
        <span className="figures text-ink-2 max-md:col-start-1 max-md:row-start-2 max-md:text-s">
          {formatDay(date)}
        </span>
        <span className="wrap-anywhere">
          <bdi>{text}</bdi>
          {account && (
            <span className="block text-s text-ink-2 max-md:hidden">
              <bdi>{account.name}</bdi>{' '}
              <Masked
                shown={shownNumber(account.accountNumber)}
                spoken={numberForScreenReader(account.accountNumber)}
              />
            </span>
          )}
        </span>
        <Amount amount={amount} className="font-bold" />
      </div>
      <Icon of={ArrowRight} className="mt-1 text-ink-3 max-lg:hidden" />
    </>
  );
}

export function ProposalDetails({ choice: { title, place, reasons, parts }, bold }: { choice: Choice; bold: boolean }) {
  return (
    <>
      <span className={bold ? 'font-bold' : undefined}>
        <bdi>{title}</bdi>
      </span>
      {place && <span className="ml-2 text-s text-ink-2 max-md:ml-0 max-md:block">{place}</span>}
      {(parts.length > 1 || parts.some(({ fee }) => fee > 0)) && (
        <ul className="my-1 border-l-2 border-line pl-3 text-s">
          {parts.map(({ tenancyId, names, amount, fee }) => (
            <li key={tenancyId} className="flex flex-wrap justify-between gap-x-4">
              <bdi>Rent, {names}</bdi>
              <span className="figures">
                {formatPence(amount)}
                {fee > 0 && <span className="text-ink-2"> less a fee of {formatPence(fee)}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
      <span className="block text-s text-ink-2">{reasons.join(' · ')}</span>
    </>
  );
}
