/** A day, as 'YYYY-MM-DD' in its value and in the landlord's own order on screen: the browser's native date field. */
import type { ComponentProps } from 'react';
import { cx } from '../display/cx.ts';
import { ONE_LINE } from './control-class.ts';
import { useFieldControl } from './field-control.client.ts';

export function DateInput({ className, ...own }: ComponentProps<'input'>) {
  return (
    <input
      type="date"
      {...useFieldControl(own)}
      className={cx(ONE_LINE, 'figures [&::-webkit-date-and-time-value]:text-left', className)}
    />
  );
}
