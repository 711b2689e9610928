/**
 * A whole number, kept as the text that was typed: `type=number` changes its value under the mouse wheel and hides what
 * it cannot read. The form's schema turns the text into a number.
 */
import type { ComponentProps } from 'react';
import { cx } from '../display/cx.ts';
import { ONE_LINE } from './control-class.ts';
import { useFieldControl } from './field-control.client.ts';

export function NumberInput({ className, ...own }: ComponentProps<'input'>) {
  return (
    <input
      type="text"
      inputMode="numeric"
      autoComplete="off"
      {...useFieldControl(own)}
      className={cx(ONE_LINE, 'figures', className)}
    />
  );
}
