import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form';
import { cx } from '../display/cx.ts';
import { SegmentedControl } from '../table/SegmentedControl.tsx';
import type { FormHandle } from './form.client.ts';

type Props<Input extends FieldValues, Output, Value extends string> = {
  form: FormHandle<Input, Output>;
  name: FieldPathByValue<Input, Value | undefined>;
  label: string;
  options: readonly { value: Value; label: string }[];
  className?: string;
};

export function SegmentedField<Input extends FieldValues, Output, Value extends string>({
  form,
  name,
  label,
  options,
  className,
}: Props<Input, Output, Value>) {
  const { field } = useController({ control: form.rhf.control, name });
  return (
    <div className={cx('grid min-w-0 gap-[6px]', className)}>
      {/* The group has its own accessible name. */}
      <span aria-hidden="true" className="font-bold">
        {label}
      </span>
      <SegmentedControl legend={label} options={options} value={field.value} onChange={field.onChange} wide />
    </div>
  );
}
