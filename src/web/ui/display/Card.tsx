import RefreshCw from 'lucide-react/icons/refresh-cw';
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { keepFocus } from './PageHead.tsx';

type CardProps = ComponentProps<'section'> & { pad?: boolean };

/** A card with `aria-labelledby`, the id of its heading, is a landmark. */
export function Card({ pad = false, className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={cx('min-w-0 rounded-card border border-line bg-surface', pad && 'p-5 max-md:p-4', className)}
    />
  );
}

type HeadProps = { title: string; id?: string; level?: 2 | 3; children?: ReactNode };

export function CardHead({ title, id, level = 2, children }: HeadProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-3 max-md:px-4">
      <Heading id={id} className="min-w-24 flex-1 text-m tracking-normal">
        {title}
      </Heading>
      {children && <div className="flex items-center gap-3 text-s text-ink-2">{children}</div>}
    </div>
  );
}

/** Facts on the left, and actions on the right or, on narrow screens, below. */
export const TWO_COLUMNS = 'grid grid-cols-[minmax(0,5fr)_minmax(0,3fr)] items-start gap-5 max-lg:grid-cols-1';

/** Further cards on the right. On narrow screens the first of these, the next step, is at the top. */
export const STEP_FIRST =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,376px)] items-start gap-5 max-lg:grid-cols-1 lg:grid-rows-[auto_1fr]';

type DetailSectionProps = { id: string; title: string; aside?: ReactNode; className?: string; children: ReactNode };

export function DetailSection({ id, title, aside, className, children }: DetailSectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id}>{title}</h2>
        {aside && <div className="text-s text-ink-2">{aside}</div>}
      </div>
      {children}
    </section>
  );
}

type EmptyStateProps = { title: string; words?: ReactNode; action?: ReactNode; drawing?: ReactNode; level?: 2 | 3 };

export function EmptyState({ title, words, action, drawing, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const card = useRef<HTMLElement>(null);
  // Adding the first row removes this state with its focused button.
  useLayoutEffect(() => {
    const shown = card.current;
    return () => {
      if (shown?.contains(document.activeElement)) keepFocus();
    };
  }, []);
  return (
    <Card ref={card} className="flex flex-col items-center px-5 py-10 text-center">
      {drawing && <div className="mb-4 w-40 overflow-clip rounded-card">{drawing}</div>}
      <Heading className="text-m tracking-normal">{title}</Heading>
      {words && <p className="max-w-[44ch] text-ink-2">{words}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </Card>
  );
}

type ErrorStateProps = {
  title: string;
  reason?: string | undefined;
  onRetry?: () => void;
  busy?: boolean;
  level?: 2 | 3;
};

/** A failed load with its reason and a retry button. A failure must never look like an empty list. */
export function ErrorState({ title, reason, onRetry, busy = false, level = 2 }: ErrorStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <Card role="alert" className="flex flex-col items-center px-5 py-10 text-center">
      <Heading className="text-m tracking-normal">{title}</Heading>
      {reason && <p className="max-w-[44ch] text-ink-2">{reason}</p>}
      {onRetry && (
        <Button icon={RefreshCw} busy={busy ? 'Retrying...' : undefined} className="mt-4" onClick={onRetry}>
          Retry
        </Button>
      )}
    </Card>
  );
}
