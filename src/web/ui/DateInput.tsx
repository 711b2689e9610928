/** A day, as 'YYYY-MM-DD' in its value and in the landlord's own order on screen: the browser's native date field. */
import type { ComponentProps } from 'react';
import { CONTROL } from './controlClass.ts';
import { cx } from './cx.ts';
import { useFieldControl } from './fieldControl.ts';

export function DateInput({ className, ...own }: ComponentProps<'input'>) {
  return <input type="date" {...useFieldControl(own)} className={cx(CONTROL, 'date figures', className)} />;
}
