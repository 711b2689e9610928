import { useId } from 'react';
import { Icon, type IconShape } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';

type Props<Value extends string> = {
  legend: string;
  /** At medium widths only icons are shown, so that a toolbar does not wrap. */
  options: readonly { value: Value; label: string; icon?: IconShape }[];
  value: Value;
  onChange: (value: Value) => void;
  wide?: boolean;
  disabled?: boolean;
  className?: string;
};

export function SegmentedControl<Value extends string>({
  legend,
  options,
  value,
  onChange,
  wide,
  disabled,
  className,
}: Props<Value>) {
  const name = useId();
  return (
    <fieldset
      disabled={disabled}
      className={cx(
        'inline-flex h-control overflow-clip rounded-control border border-rule bg-surface',
        wide && 'w-full',
        className,
      )}
    >
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.icon && option.label}
          className="relative flex flex-1 cursor-pointer items-center justify-center gap-[6px] px-3 text-ink-2 whitespace-nowrap not-first-of-type:border-l not-first-of-type:border-rule hover:bg-hover has-checked:bg-primary-soft has-checked:font-bold has-checked:text-link has-checked:forced-choice has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus has-disabled:cursor-not-allowed has-disabled:text-ink-3"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          {option.icon && <Icon of={option.icon} />}
          <span className={cx(option.icon && 'md:max-lg:sr-only')}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
