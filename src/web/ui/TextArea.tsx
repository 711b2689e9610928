/** Several lines of text; can be pulled taller. */
import type { ComponentProps } from 'react';
import { CONTROL } from './controlClass.ts';
import { cx } from './cx.ts';
import { useFieldControl } from './fieldControl.ts';

export function TextArea({ className, rows = 3, ...own }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldControl(own)}
      className={cx(CONTROL, 'block h-auto resize-y py-[7px]', className)}
    />
  );
}
