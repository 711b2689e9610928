/** One line of text. Inside a `Field` or `FormField` it takes its id, description, error and registration from there. */
import type { ComponentProps } from 'react';
import { cx } from '../display/cx.ts';
import { ONE_LINE } from './control-class.ts';
import { useFieldControl } from './field-control.client.ts';

export function TextInput({ className, ...own }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl(own)} className={cx(ONE_LINE, className)} />;
}
