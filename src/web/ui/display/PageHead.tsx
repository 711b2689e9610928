/** The top of a screen: the way back, its one h1 with a picture before it and a mark after it, a line below, and its actions. */
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Icon } from './Button.tsx';
import { cx } from './cx.ts';

type Props = {
  title: string;
  /** Before the title: an `Avatar`. */
  lead?: ReactNode;
  /** After the title: a `Badge`. */
  mark?: ReactNode;
  line?: ReactNode;
  /** Below the line: states. */
  below?: ReactNode;
  back?: ReactNode;
  actions?: ReactNode;
};

/** The h1 can take focus (tabIndex −1): the shell moves it there after navigation. */
export function PageHead({ title, lead, mark, line, below, back, actions }: Props) {
  return (
    <header className="mb-6 max-md:mb-5">
      {back}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <div className="flex min-w-0 flex-[1_1_240px] items-center gap-4">
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

/** The h1 of the screen that is open: the focus goes there when the element that had it is gone. */
export function screenHeading(): HTMLElement | null {
  return document.querySelector('main h1');
}

/** Call it when the element that has the focus is taken from the page. */
export function keepFocus(): void {
  requestAnimationFrame(() => document.activeElement === document.body && screenHeading()?.focus());
}

/** Where the focus begins on a screen: in the first field of an empty form for something new, else at the h1. */
export function screenStart(): HTMLElement | null {
  // A finger would be met by the keyboard over half of the screen.
  const typing = matchMedia('(pointer: fine)').matches;
  const field = typing && document.querySelector<HTMLElement>('main form[data-new] [type=text]');
  return field || screenHeading();
}

/** What the document is called: after the record that is open, else after the screen. */
const titles: { record?: string | undefined; screen?: string | undefined } = {};

/** Titles the document while it is shown; undefined leaves the title as it is. */
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
