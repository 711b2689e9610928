import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Icon, IconButton } from '../display/Button.tsx';
import { cx, ONE_LINE } from '../display/cx.ts';

type ToolbarProps = { label: string; children: ReactNode; actions?: ReactNode };

/** A toolbar whose search field takes the remaining width, up to 360 px. */
export function Toolbar({ label, children, actions }: ToolbarProps) {
  return (
    <search aria-label={label} className="toolbar">
      {children}
      {actions && <div className="toolbar-actions">{actions}</div>}
    </search>
  );
}

export function FilterLine({ children, onClear }: { children: ReactNode; onClear?: () => void }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 text-s text-ink-2 max-md:-mx-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:px-4 max-md:*:flex-none">
      {children}
      {onClear && (
        <button
          type="button"
          className="min-h-6 cursor-pointer px-1 text-link underline underline-offset-3 max-md:min-h-11"
          onClick={onClear}
        >
          Clear Filters
        </button>
      )}
    </div>
  );
}

export function Chip({
  children,
  onRemove,
  removeLabel,
}: {
  children: ReactNode;
  onRemove: () => void;
  removeLabel: string;
}) {
  return (
    <span className="inline-flex min-h-7 items-center gap-[6px] rounded-control border border-line bg-surface py-px pr-[3px] pl-[10px] text-s text-ink max-md:min-h-11">
      {children}
      <button
        type="button"
        aria-label={removeLabel}
        className="grid size-6 cursor-pointer place-items-center rounded-mark text-ink-2 hover:bg-sunken hover:text-ink max-md:-my-[2px] max-md:size-11"
        onClick={onRemove}
      >
        <Icon of={X} />
      </button>
    </span>
  );
}

type SearchFieldProps = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (value: string) => void;
  onEnter?: () => void;
};

export function SearchField({ label, placeholder, value, onChange, onEnter }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <span className="relative block min-w-0">
      <Icon of={Search} className="pointer-events-none absolute inset-y-0 left-[10px] my-auto text-ink-3" />
      <input
        ref={input}
        type="search"
        autoComplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={({ key, nativeEvent }) => key === 'Enter' && !nativeEvent.isComposing && onEnter?.()}
        className={cx(
          ONE_LINE,
          'pl-[34px] [&::-webkit-search-cancel-button]:hidden',
          value !== '' && 'pr-9 max-md:pr-11',
        )}
      />
      {value !== '' && (
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

const DEBOUNCE_MS = 200;

type SearchText = [text: string, setText: (text: string) => void, searchNow: () => void];

/** `search` is called with the trimmed text 200 ms after the last change, or by `searchNow`. */
export function useSearchText(searched: string, search: (text: string) => void): SearchText {
  const [text, setText] = useState(searched);
  const [sent, setSent] = useState(searched);
  // Follows a URL that was changed elsewhere (Back, Clear filters), but never overwrites newer text.
  const [seen, setSeen] = useState(searched);
  if (searched !== seen) {
    setSeen(searched);
    if (searched !== sent) {
      setText(searched);
      setSent(searched);
    }
  }
  const searchNow = useCallback(() => {
    setSent(text.trim());
    search(text.trim());
  }, [text, search]);
  useEffect(() => {
    if (text.trim() === sent) return undefined;
    const timer = setTimeout(searchNow, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, sent, searchNow]);
  return [text, setText, searchNow];
}
