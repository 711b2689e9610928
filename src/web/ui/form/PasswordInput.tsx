/** A password with a button that shows and hides what was typed. */
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { cx } from '../display/cx.ts';
import { IconButton } from '../display/IconButton.tsx';
import { ONE_LINE } from './control-class.ts';
import { useFieldControl } from './field-control.client.ts';

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
