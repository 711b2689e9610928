/** One choice of a few, all in view. */
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../display/cx.ts';
import { FieldNotes, Optional } from './Field.tsx';
import { useFieldControl } from './field-control.client.ts';

type Props = Omit<ComponentProps<'input'>, 'children' | 'type' | 'value' | 'defaultValue'> & {
  legend: string;
  options: readonly { value: string; label: ReactNode; hint?: string; disabled?: boolean }[];
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
  value?: string | undefined;
  defaultValue?: string | undefined;
};

export function RadioGroup({ legend, options, hint, error, optional, value, defaultValue, className, ...own }: Props) {
  const groupId = useId();
  const control = useFieldControl(own);
  const notes = cx(error !== undefined && `${groupId}-error`, Boolean(hint) && `${groupId}-hint`);
  return (
    <fieldset aria-describedby={notes || undefined} className={cx('flex flex-col gap-[6px]', className)}>
      <legend className="mb-[6px] font-bold">
        {legend}
        {optional && <Optional />}
      </legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex w-fit cursor-pointer items-start gap-[10px] has-disabled:cursor-not-allowed has-disabled:text-ink-3 max-md:min-h-11 max-md:items-center"
        >
          <input
            type="radio"
            name={groupId}
            {...control}
            id={undefined} // each is inside its own label; one id for all would be wrong
            {...(error !== undefined && { 'aria-invalid': true })}
            {...(value !== undefined && { checked: value === option.value })}
            {...(defaultValue !== undefined && { defaultChecked: defaultValue === option.value })}
            value={option.value}
            disabled={option.disabled ?? own.disabled}
            className="tick mt-0! max-md:-mt-[2px]!"
          />
          <span>
            {option.label}
            {option.hint && <span className="block text-s text-ink-2">{option.hint}</span>}
          </span>
        </label>
      ))}
      <FieldNotes id={groupId} hint={hint} error={error} />
    </fieldset>
  );
}
