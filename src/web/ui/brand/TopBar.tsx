import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { cx, KEEPS_BOLD_WIDTH } from '../display/cx.ts';

type Props = { brand: ReactNode; nav?: ReactNode; end?: ReactNode };

export function TopBar({ brand, nav, end }: Props) {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex h-14 max-w-[1280px] items-stretch gap-6 px-10 max-xl:gap-3 max-xl:px-6 max-md:px-4">
        <div className="flex items-center">{brand}</div>
        {nav}
        {end && (
          <div className="ml-auto flex flex-none items-center justify-end gap-2 max-lg:gap-0 max-md:-mr-[10px]">
            {end}
          </div>
        )}
      </div>
    </header>
  );
}

/** The tabs, which a menu replaces below 768 px. */
export function TopNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex min-w-0 gap-[2px] max-md:hidden">
      {children}
    </nav>
  );
}

/** A tab, which `aria-current` marks as open. Pass this to the router's `createLink` for typed routes. */
export function TopLink({
  className,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'children'> & { children: string }) {
  return (
    <a
      {...rest}
      className={cx(
        "relative flex h-14 flex-none items-center px-[10px] whitespace-nowrap text-ink-2 no-underline hover:text-ink aria-[current]:font-bold aria-[current]:text-ink aria-[current]:after:absolute aria-[current]:after:inset-x-[10px] aria-[current]:after:-bottom-px aria-[current]:after:h-[2px] aria-[current]:after:bg-primary aria-[current]:after:content-[''] aria-[current]:forced-choice max-lg:px-[6px] max-lg:aria-[current]:after:inset-x-[6px] focus-visible:-outline-offset-4!",
        className,
      )}
    >
      <span className={KEEPS_BOLD_WIDTH} data-words={children}>
        {children}
      </span>
    </a>
  );
}

/** Below the bar: the open tab's links, and notes for every screen, which wrap on narrow screens. */
export function SecondLine({ row, notes }: { row?: ReactNode; notes?: ReactNode }) {
  if (!row && !notes) return null;
  return (
    <div className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex max-w-[1280px] flex-wrap items-center gap-x-6 px-10 max-xl:px-6 max-md:px-4">
        {row}
        {notes && (
          <div className="flex min-h-[34px] min-w-0 items-center gap-2 py-1 not-first:ml-auto max-lg:not-first:ml-0 max-md:min-h-8 max-md:w-full max-md:gap-[6px] max-md:py-[3px]">
            {notes}
          </div>
        )}
      </div>
    </div>
  );
}

export function SubNav({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav
      aria-label={label}
      className="flex min-w-0 gap-x-5 overflow-x-auto [scrollbar-width:none] max-md:-mx-4 max-md:flex-[1_0_calc(100%+32px)] max-md:px-4"
    >
      {children}
    </nav>
  );
}

/**
 * A link in the second row. When open, it scrolls to the middle of the row. `open` overrides the router's active state.
 */
export function SubLink({
  open,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'children' | 'className'> & { open: boolean; children: string }) {
  // The ref is on the label, as the router uses the link's ref.
  const label = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const link = label.current?.parentElement;
    const row = link?.parentElement;
    if (open && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }, [open]);
  return (
    <a
      {...rest}
      aria-current={open ? 'page' : undefined}
      className="flex h-[34px] flex-none items-center text-s text-ink-2 no-underline hover:text-ink aria-[current]:font-bold aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_0_var(--primary)] aria-[current]:forced-choice focus-visible:-outline-offset-3! max-md:h-11"
    >
      <span ref={label} className={KEEPS_BOLD_WIDTH} data-words={children}>
        {children}
      </span>
    </a>
  );
}

/** Content up to 1200 px wide, or `narrow` for forms. Without bottom padding if it contains a save bar. */
export function Page({ narrow = false, className, ...rest }: ComponentProps<'main'> & { narrow?: boolean }) {
  return (
    <main
      id="main"
      {...rest}
      className={cx(
        'mx-auto w-full flex-1 px-10 pt-6 pb-16 max-xl:px-6 max-md:px-4 max-md:pt-4 max-md:pb-12 has-[.save-bar]:pb-0',
        narrow ? 'max-w-[920px]' : 'max-w-[1280px]',
        className,
      )}
    />
  );
}

/** The first tab stop. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute -top-40 left-4 z-60 rounded-control border border-edge bg-surface px-4 py-2 focus:top-2"
    >
      Skip to content
    </a>
  );
}
