import ChevronLeft from 'lucide-react/icons/chevron-left';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Icon } from './Button.tsx';
import { cx } from './cx.ts';

type Props = {
  title: string;
  lead?: ReactNode;
  mark?: ReactNode;
  line?: ReactNode;
  below?: ReactNode;
  back?: ReactNode;
  actions?: ReactNode;
};

/** The h1 is focusable (tabIndex −1), as the app focuses it after navigation. */
export function PageHead({ title, lead, mark, line, below, back, actions }: Props) {
  return (
    <header className="mb-6 max-md:mb-5">
      {back}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-[1_1_240px] items-center gap-4 md:max-lg:basis-auto">
          {lead}
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 tabIndex={-1} className="min-w-0">
                {title}
              </h1>
              {mark}
            </div>
            {line && <p className="text-ink-2">{line}</p>}
            {below && <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">{below}</div>}
          </div>
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}

export function screenHeading(): HTMLElement | null {
  return document.querySelector('main h1');
}

/** Focuses the screen's h1 in the next frame if the focused element has been removed. */
export function keepFocus(): void {
  requestAnimationFrame(() => document.activeElement === document.body && screenHeading()?.focus());
}

/** Returns the initial focus of a screen: the first field of a new record's form, otherwise the h1. */
export function screenStart(): HTMLElement | null {
  // On touch screens the on-screen keyboard would cover half of the screen.
  const typing = matchMedia('(pointer: fine)').matches;
  const field = typing && document.querySelector<HTMLElement>('main form[data-new] [type=text]');
  return field || screenHeading();
}

/** Titles for the document: the open record's takes precedence over the screen's. */
const titles: { record?: string | undefined; screen?: string | undefined } = {};

/** Sets the document's title while mounted, unless `words` is undefined. */
export function useTitle(words: string | undefined, of: keyof typeof titles = 'record'): void {
  useEffect(() => {
    const set = (title: string | undefined) => {
      titles[of] = title;
      const shown = titles.record ?? titles.screen;
      if (shown) document.title = `${shown} · Tenure`;
    };
    set(words);
    return () => set(undefined);
  }, [words, of]);
}

/** The back link above a title. Pass this to the router's `createLink` for typed routes. */
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
