/**
 * One choice of a short list: the browser's own select, which every phone, keyboard and screen reader already knows.
 * Long lists (properties, suppliers) get a search field instead.
 */
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ComponentProps } from 'react';
import { cx } from '../display/cx.ts';
import { Icon } from '../display/Icon.tsx';
import { ONE_LINE } from './control-class.ts';
import { useFieldControl } from './field-control.client.ts';

type Option = { value: string; label: string; disabled?: boolean };

type Props = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly Option[];
  /** Words for 'nothing chosen yet'; its value is the empty text. */
  placeholder?: string | undefined;
};

export function Select({ options, placeholder, className, ...own }: Props) {
  return (
    <span className={cx('relative block min-w-0', className)}>
      <select {...useFieldControl(own)} className={cx(ONE_LINE, 'appearance-none pr-[34px] cursor-pointer')}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <Icon of={ChevronDown} className="pointer-events-none absolute inset-y-0 right-[10px] my-auto text-ink-3" />
    </span>
  );
}
