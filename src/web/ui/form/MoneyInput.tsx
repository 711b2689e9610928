/** An amount of pounds, kept as the text that was typed ('1,200', '£1200.50'); the form's schema makes pence of it. */
import type { ComponentProps } from 'react';
import { cx } from '../display/cx.ts';
import { ONE_LINE } from './control-class.ts';
import { useFieldControl } from './field-control.client.ts';

export function MoneyInput({ className, ...own }: ComponentProps<'input'>) {
  return (
    <span className={cx('relative block', className)}>
      <span aria-hidden="true" className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-2">
        £
      </span>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        {...useFieldControl(own)}
        // Typed behind the zero that stands there at first, '1200' would become '01200'. The Tab key selects it by itself.
        onClick={({ currentTarget }) => currentTarget.value === '0' && currentTarget.select()}
        className={cx(ONE_LINE, 'figures pl-7')}
      />
    </span>
  );
}
