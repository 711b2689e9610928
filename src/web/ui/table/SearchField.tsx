/** Search as you type: an icon in front, a button behind that empties it. */
import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { cx } from '../display/cx.ts';
import { Icon } from '../display/Icon.tsx';
import { IconButton } from '../display/IconButton.tsx';
import { ONE_LINE } from '../form/control-class.ts';

type Props = {
  /** What is searched, for screen readers; also the placeholder unless one is given. */
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
  disabled?: boolean;
};

export function SearchField({ label, placeholder = label, value, onChange, className, disabled }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <span className={cx('relative block min-w-0', className)}>
      <Icon of={Search} className="pointer-events-none absolute inset-y-0 left-[10px] my-auto text-ink-3" />
      <input
        ref={input}
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          ONE_LINE,
          'pl-[34px] [&::-webkit-search-cancel-button]:hidden',
          value !== '' && 'pr-9 max-md:pr-11',
        )}
      />
      {value !== '' && !disabled && (
        <IconButton
          icon={X}
          label="Clear search"
          size="small"
          className="absolute! right-1 inset-y-0 my-auto max-md:right-0"
          onClick={clear}
        />
      )}
    </span>
  );
}
