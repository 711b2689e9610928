/** Native inputs and selects. In a `Field` or `FormField` they take its id, description, error and registration. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { Icon, IconButton } from '../display/Button.tsx';
import { CONTROL, cx, ONE_LINE } from '../display/cx.ts';
import { useFieldControl } from './Field.tsx';

export function TextInput({ className, ...own }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl(own)} className={cx(ONE_LINE, className)} />;
}

export function TextArea({ className, rows = 3, ...own }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      {...useFieldControl(own)}
      className={cx(CONTROL, 'block min-h-control resize-y py-[7px]', className)}
    />
  );
}

/** A whole number as typed text, as `type=number` reacts to the mouse wheel and hides invalid text. */
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

/** An amount in pounds as typed text ('1,200', '£1200.50'), which the form's schema converts to pence. */
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
        // Selects an initial zero, so that typing '1200' does not give '01200'. The Tab key selects the text anyway.
        onClick={({ currentTarget }) => currentTarget.value === '0' && currentTarget.select()}
        className={cx(ONE_LINE, 'figures pl-7')}
      />
    </span>
  );
}

export function PasswordInput({ className, disabled, ...own }: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const control = useFieldControl(own);
  return (
    <span className={cx('relative block', className)}>
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...control}
        {...(disabled !== undefined && { disabled })}
        type={shown ? 'text' : 'password'}
        className={cx(ONE_LINE, 'pr-11')}
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label={shown ? 'Hide password' : 'Show password'}
        size="small"
        disabled={disabled}
        aria-controls={control.id}
        className="absolute! right-1 inset-y-0 my-auto max-md:right-0"
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}

type Option = { value: string; label: string; disabled?: boolean };

type SelectProps = Omit<ComponentProps<'select'>, 'children'> & {
  options: readonly Option[];
  /** The text of the empty option, before a choice is made. */
  placeholder?: string | undefined;
};

/** A native select for a short list. Long lists use a search field instead. */
export function Select({ options, placeholder, className, ...own }: SelectProps) {
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
