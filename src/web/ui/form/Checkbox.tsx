/** A checkbox or a switch with its words beside it, and its error below. */
import { type ComponentProps, type ReactNode, useContext, useId } from 'react';
import { cx } from '../display/cx.ts';
import { describeControl, FieldNotes } from './Field.tsx';
import { FieldControlContext, useFieldControl } from './field-control.client.ts';

type Props = Omit<ComponentProps<'input'>, 'children' | 'type' | 'ref'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** Keeps the label for screen readers only, as in the first column of a table. */
  hideLabel?: boolean;
  /** Neither on nor off: some of the rows below are selected. */
  indeterminate?: boolean;
};

export function Checkbox({ hideLabel = false, indeterminate = false, ...props }: Props) {
  return <Choice {...props} look="tick" hideLabel={hideLabel} indeterminate={indeterminate} />;
}

/** On or off, at once: for settings that need no Save. */
export function Switch(props: Omit<Props, 'indeterminate' | 'hideLabel'>) {
  return <Choice {...props} look="switch" role="switch" hideLabel={false} indeterminate={false} />;
}

type ChoiceProps = Props & { look: 'tick' | 'switch'; hideLabel: boolean; indeterminate: boolean };

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
