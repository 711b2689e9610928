/** The top of a screen: back link, h1 with a picture before it and a badge after it, a line below, and actions. */
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

/** The h1 is focusable (tabIndex −1): the shell focuses it after navigation. */
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

/** The open screen's h1. It takes the focus when the focused element is removed. */
export function screenHeading(): HTMLElement | null {
  return document.querySelector('main h1');
}

/** Call it when the focused element is removed from the page. */
export function keepFocus(): void {
  requestAnimationFrame(() => document.activeElement === document.body && screenHeading()?.focus());
}

/** The initial focus of a screen: the first field of a new record's form, otherwise the h1. */
export function screenStart(): HTMLElement | null {
  // On touch screens the on-screen keyboard would cover half of the screen.
  const typing = matchMedia('(pointer: fine)').matches;
  const field = typing && document.querySelector<HTMLElement>('main form[data-new] [type=text]');
  return field || screenHeading();
}

/** The document's title: the open record's, otherwise the screen's. */
const titles: { record?: string | undefined; screen?: string | undefined } = {};

/** Sets the document's title while mounted; undefined leaves it unchanged. */
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

/** The back link above a title. Give it to the router's `createLink` for typed routes. */
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
