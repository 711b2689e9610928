import { type ReactNode, useRef } from 'react';
import { Button, type ButtonLook } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';
import { copied } from '../overlay/copy.client.ts';
import { toast } from '../overlay/toast.client.ts';
import { Field } from './Field.tsx';
import { TextInput } from './Inputs.tsx';

type Props = Pick<ButtonLook, 'variant'> & {
  /** The name in messages: 'Key' for ‘Key copied’. */
  name: string;
  label?: string;
  hint?: ReactNode;
  value: string;
};

export function CopyField({ name, label = name, hint, value, variant = 'primary' }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await copied(name, value)) return;
    input.current?.select();
    const description = `We have selected the ${name.toLowerCase()}. Copy it yourself.`;
    toast.error('Your browser blocked copying', { description });
  };
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label={label} hint={hint} className="min-w-0 flex-1 basis-80">
        <TextInput ref={input} readOnly value={value} onFocus={({ target }) => target.select()} />
      </Field>
      <Button
        variant={variant}
        className={cx('max-md:w-full', Boolean(hint) && 'md:mb-[26px]')}
        onClick={() => void copy()}
      >
        Copy
      </Button>
    </div>
  );
}
