/** Rows of the screen of bank rows: the bank's at the left, what it may be at the right. */
import ArrowRight from 'lucide-react/icons/arrow-right';
import Check from 'lucide-react/icons/check';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { Masked } from '../../web/ui/display/Masked.tsx';
import { shownNumber, spokenNumber } from '../bank/bank-account.ts';
import { type MatchRow, type OpenEntry, reasons, type SamePaymentOffer } from '../bank-row/decisions.ts';

const ROW =
  'grid grid-cols-[minmax(0,2fr)_16px_minmax(0,3fr)_auto] items-start gap-4 py-3 pr-4 pl-5 outline-none not-first:border-t not-first:border-line max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:gap-y-2 max-md:grid-cols-1 max-md:p-4';
const CURRENT = 'bg-primary-soft shadow-[inset_3px_0_0_var(--primary)]';

type Common = { current: boolean; busy: boolean; onCurrent: () => void };

function Frame({ current, onCurrent, children }: Omit<Common, 'busy'> & { children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null);
  // Only where the keys have moved to it: a pointer leaves the focus where it was pressed.
  useEffect(() => {
    const { activeElement, body } = document;
    const element = row.current;
    if (current && element && !element.contains(activeElement) && activeElement !== body) element.focus();
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

type BankSide = { date: string; amount: number; text: string; account: MatchRow['account'] };

function Amount({ amount, className }: { amount: number; className?: string }) {
  return (
    <span className={cx('figures whitespace-nowrap', amount > 0 && 'text-green', className)}>
      {amount > 0 && '+'}
      {formatPence(amount)}
    </span>
  );
}

function Bank({ date, amount, text, account }: BankSide) {
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
              <Masked shown={shownNumber(account.accountNumber)} spoken={spokenNumber(account.accountNumber)} />
            </span>
          )}
        </span>
        <Amount amount={amount} className="font-bold" />
      </div>
      <Icon of={ArrowRight} className="mt-1 text-ink-3 max-lg:hidden" />
    </>
  );
}

function Why({ of }: { of: readonly string[] }) {
  return (
    <span className="block text-s text-ink-2">
      {of.map((reason, place) => (
        <Fragment key={reason}>
          {place > 0 && ' · '}
          {reason}
        </Fragment>
      ))}
    </span>
  );
}

function Place({ of: { propertyAddress } }: { of: MatchRow }) {
  return (
    propertyAddress && (
      <span className="ml-2 text-s font-normal text-ink-2 max-md:ml-0 max-md:block">{propertyAddress}</span>
    )
  );
}

/** Decoration: the button says it as `aria-keyshortcuts`. */
export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="max-md:hidden">
      <kbd>{children}</kbd>
    </span>
  );
}

type OfferProps = Common & { offer: SamePaymentOffer; onAccept: () => void; onDecline: () => void };

/** A bank row, and the one by hand that may be the same payment. */
export function OfferRow({ offer: { imported, kept }, onAccept, onDecline, busy, ...frame }: OfferProps) {
  return (
    <Frame {...frame}>
      <Bank {...imported} text={imported.description} />
      <div className="min-w-0 max-lg:pl-26 max-md:pl-0">
        <p className="wrap-anywhere">
          <span className="font-bold">
            <bdi>{kept.description}</bdi>
          </span>
          <Place of={kept} />
        </p>
        <Why of={[formatDay(kept.date), ...reasons(imported, kept)]} />
      </div>
      <div className="flex items-center justify-end gap-1 lg:min-w-[276px] max-md:*:flex-1">
        <Button size="small" icon={Check} disabled={busy} aria-keyshortcuts="A" onClick={onAccept}>
          Same payment<span className="sr-only">, {kept.description}</span>
          {frame.current && <Key>A</Key>}
        </Button>
        <Button size="small" variant="quiet" disabled={busy} aria-keyshortcuts="I" onClick={onDecline}>
          Keep both<span className="sr-only">, {kept.description}</span>
        </Button>
      </div>
    </Frame>
  );
}

type AskedProps = Common & {
  line: OpenEntry;
  /** The place of the choice; that behind the last is a new transaction. */
  chosen: number | undefined;
  onChoose: (place: number) => void;
  onAccept: () => void;
};

/** A line that may be one of several transactions. */
export function AskedRow({ line, chosen, onChoose, onAccept, busy, ...frame }: AskedProps) {
  const { id, text, amount, choices } = line;
  const options = [
    ...choices.map((row) => ({
      key: row.id,
      name: row.description,
      row,
      why: [formatDay(row.date), ...reasons(line, row)],
    })),
    { key: 'new', name: 'A new transaction', row: undefined, why: ['none of those above'] },
  ];
  return (
    <Frame {...frame}>
      <Bank {...line} />
      <fieldset className="min-w-0 max-lg:pl-26 max-md:pl-0">
        <legend className="sr-only">
          What is {text}, {formatPence(Math.abs(amount))}?
        </legend>
        {options.map(({ key, name, row, why }, place) => (
          <label
            key={key}
            className="grid cursor-pointer grid-cols-[24px_minmax(0,1fr)_auto] items-start gap-x-[10px] py-2 not-first-of-type:border-t not-first-of-type:border-line first-of-type:pt-0"
          >
            <input
              type="radio"
              className="tick"
              name={id}
              aria-keyshortcuts={row ? undefined : 'I'}
              checked={chosen === place}
              onChange={() => onChoose(place)}
            />
            <span className="min-w-0 wrap-anywhere">
              <span className={chosen === place ? 'font-bold' : undefined}>
                <bdi>{name}</bdi>
              </span>
              {row && <Place of={row} />}
              <Why of={why} />
            </span>
            {frame.current && place < 9 && <Key>{String(place + 1)}</Key>}
          </label>
        ))}
      </fieldset>
      <div className="flex items-center justify-end gap-1 lg:min-w-[276px] max-md:*:flex-1">
        <Button
          size="small"
          icon={Check}
          disabled={busy || chosen === undefined}
          aria-keyshortcuts="A"
          onClick={onAccept}
        >
          Accept<span className="sr-only">, {text}</span>
          {frame.current && <Key>A</Key>}
        </Button>
      </div>
    </Frame>
  );
}

type SettledProps = Omit<BankSide, 'account'> & { why: string; act: string; busy: boolean; onAct: () => void };

/** A row that needs no answer any more, and what can be done about it all the same. */
export function SettledRow({ date, amount, text, why, act, busy, onAct }: SettledProps) {
  return (
    <li className="flex min-h-11 items-center gap-3 py-2 pr-4 pl-5 not-first:border-t not-first:border-line max-md:flex-wrap max-md:gap-y-0 max-md:px-4">
      <span className="figures w-[92px] flex-none text-ink-2 max-md:w-auto max-md:flex-1 max-md:text-s">
        {formatDay(date)}
      </span>
      <span className="min-w-0 flex-1 wrap-anywhere max-md:-order-1 max-md:basis-3/5">
        <bdi>{text}</bdi>
        <span className="ml-2 text-s text-ink-2 max-md:ml-0 max-md:block">{why}</span>
      </span>
      <Amount amount={amount} className="max-md:-order-1" />
      <Button size="small" variant="quiet" disabled={busy} className="w-32 flex-none max-md:w-auto" onClick={onAct}>
        {act}
        <span className="sr-only">, {text}</span>
      </Button>
    </li>
  );
}
