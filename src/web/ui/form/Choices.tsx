import { type ComponentProps, type ReactNode, useContext, useId } from 'react';
import { cx } from '../display/cx.ts';
import { describeControl, FieldControlContext, FieldNotes, useFieldControl } from './Field.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'children' | 'type' | 'ref'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Hides the label except from screen readers, as in the first column of a table. */
  hideLabel?: boolean;
  /** Some, but not all, of the rows below are selected. */
  indeterminate?: boolean;
};

export function Checkbox({ hideLabel = false, indeterminate = false, ...props }: CheckboxProps) {
  return <Choice {...props} look="tick" hideLabel={hideLabel} indeterminate={indeterminate} />;
}

/** A switch, for settings that take effect immediately. */
export function Switch(props: Omit<CheckboxProps, 'indeterminate' | 'hideLabel'>) {
  return <Choice {...props} look="switch" role="switch" hideLabel={false} indeterminate={false} />;
}

type ChoiceProps = CheckboxProps & { look: 'tick' | 'switch'; hideLabel: boolean; indeterminate: boolean };

function Choice({ label, hint, error, look, hideLabel, indeterminate, className, ...own }: ChoiceProps) {
  const ownId = useId();
  const field = useContext(FieldControlContext);
  const control = useFieldControl(own);
  const id = control.id ?? ownId;
  const mark = (element: HTMLInputElement | null) => {
    if (element) element.indeterminate = indeterminate;
    field?.ref?.(element);
  };
  const notes = describeControl({ id, hint, error, optional: true });
  return (
    <div className={cx('flex flex-col gap-[6px]', className)}>
      <label
        className={cx(
          'flex w-fit cursor-pointer items-center gap-[10px] has-disabled:cursor-not-allowed has-disabled:text-ink-3',
          !hideLabel && 'max-md:min-h-11',
        )}
      >
        <input type="checkbox" {...control} {...notes} ref={mark} className={look} />
        <span className={cx(hideLabel && 'sr-only')}>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

type RadioGroupProps = Omit<ComponentProps<'input'>, 'children' | 'type' | 'value' | 'defaultValue'> & {
  legend: string;
  options: readonly { value: string; label: ReactNode; hint?: string; disabled?: boolean }[];
  hint?: string | undefined;
  error?: string | undefined;
  value?: string | undefined;
  /** Shows ruled rows that can be clicked anywhere, for options with hints. */
  rows?: boolean;
};

const OPTION = {
  plain: 'w-fit max-md:min-h-11 max-md:items-center',
  rows: '-mt-[6px] border border-rule px-3 py-[10px] first-of-type:mt-0 first-of-type:rounded-t-control last-of-type:rounded-b-control not-first-of-type:border-t-0 has-checked:bg-primary-soft',
} as const;

export function RadioGroup({ legend, options, hint, error, value, rows = false, className, ...own }: RadioGroupProps) {
  const groupId = useId();
  const control = useFieldControl(own);
  const notes = cx(error !== undefined && `${groupId}-error`, Boolean(hint) && `${groupId}-hint`);
  return (
    <fieldset aria-describedby={notes || undefined} className={cx('flex flex-col gap-[6px]', className)}>
      <legend className="mb-[6px] font-bold">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'flex cursor-pointer items-start gap-[10px] has-disabled:cursor-not-allowed has-disabled:text-ink-3',
            OPTION[rows ? 'rows' : 'plain'],
          )}
        >
          <input
            type="radio"
            name={groupId}
            {...control}
            id={undefined} // each radio button is inside its label, and they cannot share an id
            {...(error !== undefined && { 'aria-invalid': true })}
            {...(value !== undefined && { checked: value === option.value })}
            value={option.value}
            disabled={option.disabled ?? own.disabled}
            className={cx('tick mt-0!', !rows && 'max-md:-mt-[2px]!')}
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
