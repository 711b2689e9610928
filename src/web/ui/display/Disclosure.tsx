/**
 * When closed, the content stays in the document, so that input remains, the browser's search finds text, and
 * `useZodForm` can open the row to focus a field.
 */
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CountBadge } from '../table/Rows.tsx';
import { Icon } from './Button.tsx';
import { cx } from './cx.ts';

type Props = {
  title: ReactNode;
  line?: ReactNode;
  end?: ReactNode;
  /** The number of invalid fields, which is shown and opens the row. */
  errors?: number;
  startsOpen?: boolean;
  /** Aligns the row with the fields of a dialog. */
  inDialog?: boolean;
  children: ReactNode;
};

export function Disclosure({ title, line, end, errors = 0, startsOpen = false, inDialog, children }: Props) {
  const box = useRef<HTMLDetailsElement>(null);
  const [open] = useState(startsOpen); // afterwards the browser keeps the state
  useEffect(() => {
    if (errors > 0 && box.current) box.current.open = true;
  }, [errors]);
  return (
    <details ref={box} open={open} className="group">
      <summary
        className={cx(
          'flex min-h-[52px] cursor-pointer list-none flex-wrap items-center gap-x-3 py-3 pr-12 relative hover:bg-hover focus-visible:-outline-offset-2! max-md:pl-4 [&::-webkit-details-marker]:hidden',
          inDialog ? 'pl-6' : 'pl-5',
        )}
      >
        <span className="flex min-w-0 flex-1 basis-60 flex-col">
          <span className="font-bold wrap-anywhere">{title}</span>
          {line && <span className="text-s text-ink-2 wrap-anywhere">{line}</span>}
        </span>
        {errors > 0 && (
          <CountBadge count={errors} tone="red" of={errors === 1 ? 'field needs attention' : 'fields need attention'} />
        )}
        {end}
        <Icon
          of={ChevronDown}
          className="absolute top-[18px] right-5 text-ink-3 transition-[rotate] group-open:rotate-180 max-md:right-4"
        />
      </summary>
      <div className={cx('pt-2 pb-5 max-md:px-4', inDialog ? 'px-6' : 'px-5')}>{children}</div>
    </details>
  );
}
