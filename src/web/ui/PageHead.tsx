/** The top of a screen: the way back, its one h1, a line below it, and its actions. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';

type Props = { title: string; line?: ReactNode; back?: ReactNode; actions?: ReactNode };

/** The h1 can take focus (tabIndex −1): the shell moves it there after navigation. */
export function PageHead({ title, line, back, actions }: Props) {
  return (
    <header className="mb-6 max-md:mb-5">
      {back}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="min-w-0 flex-[1_1_240px]">
          <h1 tabIndex={-1}>{title}</h1>
          {line && <p className="text-ink-2">{line}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}

/** The way back above a title. Give it to the router's `createLink` for typed routes. */
export function BackLink({ className, children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className={cx(
        'mb-2 -ml-1 inline-flex min-h-6 items-center gap-1 text-s text-ink-2 no-underline hover:text-ink hover:underline max-md:min-h-11',
        className,
      )}
    >
      <Icon of={ChevronLeft} />
      {children}
    </a>
  );
}
