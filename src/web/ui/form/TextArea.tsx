/** Several lines of text; can be pulled taller. */
import type { ComponentProps } from 'react';
import { cx } from '../display/cx.ts';
import { CONTROL } from './control-class.ts';
import { useFieldControl } from './field-control.client.ts';

export function TextArea({ className, rows = 3, ...own }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldControl(own)}
      className={cx(CONTROL, 'block min-h-control resize-y py-[7px]', className)}
    />
  );
}
