/** Above a list: its search and filters at the left, view and actions at the right; below it, what is filtered. */
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Icon } from '../display/Icon.tsx';

type Props = { label: string; children: ReactNode; actions?: ReactNode };

/** The search field inside takes the room that is left, up to 360 px. */
export function Toolbar({ label, children, actions }: Props) {
  return (
    <search
      aria-label={label}
      className="mb-4 flex flex-wrap items-center gap-2 max-md:mb-3 [&>:has(>input[type=search])]:max-w-[360px] [&>:has(>input[type=search])]:flex-[1_1_220px] max-md:[&>:has(>input[type=search])]:max-w-none max-md:[&>:has(>input[type=search])]:flex-[1_1_100%] max-md:[&>:has(>select)]:flex-1"
    >
      {children}
      {actions && <div className="ml-auto flex items-center gap-2 max-md:ml-0 max-md:w-full">{actions}</div>}
    </search>
  );
}

/** The count, the filters that are on, and the way to be rid of them. */
export function FilterLine({ children, onClear }: { children: ReactNode; onClear?: () => void }) {
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 text-s text-ink-2">
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

/** One filter that is on, with a button that takes it off. */
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
