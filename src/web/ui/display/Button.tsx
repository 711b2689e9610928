/** Buttons: primary once a screen, secondary beside it, quiet in rows and bars, danger only for what cannot be undone. */
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Icon, type IconShape } from './Icon.tsx';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  size?: 'small' | 'default' | 'large' | 'icon' | 'icon-small' | undefined;
  /** As wide as its container. */
  wide?: boolean | undefined;
};

const BASE =
  'relative inline-flex max-w-full items-center justify-center gap-2 rounded-control border text-center font-bold no-underline cursor-pointer transition-colors off:cursor-not-allowed';

const VARIANT = {
  primary: 'border-transparent bg-primary text-primary-ink hover:bg-primary-hover off:bg-sunken off:text-ink-3',
  secondary:
    'bg-surface border-rule text-ink hover:bg-sunken hover:border-ink-3 off:bg-sunken off:border-transparent off:text-ink-3',
  quiet: 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink off:bg-transparent off:text-ink-3',
  danger: 'bg-surface border-red-fill text-red hover:bg-red-soft off:bg-sunken off:border-transparent off:text-ink-3',
} as const;

const SIZE = {
  small: 'min-h-8 px-[10px] text-s max-md:min-h-11',
  default: 'min-h-control px-[14px]',
  large: 'min-h-12 px-5',
  icon: 'size-control flex-none',
  'icon-small': 'size-7 flex-none max-md:size-11',
} as const;

/** The classes of a button, for a link that looks like one where `ButtonLink` does not fit. */
export function buttonClass({ variant = 'secondary', size = 'default', wide = false }: ButtonLook = {}): string {
  return cx(BASE, VARIANT[variant], SIZE[size], wide ? 'w-full' : 'md:whitespace-nowrap');
}

type Content = { icon?: IconShape | undefined; children?: ReactNode };

type ButtonProps = ButtonLook &
  Content &
  Omit<ComponentProps<'button'>, 'children'> & {
    /** While set, the button shows these words with a spinner ('Saving...'), keeps its focus and cannot be pressed. */
    busy?: string | undefined;
  };

export function Button({ variant, size, wide, icon, busy, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-disabled': true })}
      className={cx(buttonClass({ variant, size, wide }), className)}
      onClick={press}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : icon && <Icon of={icon} />}
      {busy ?? children}
    </button>
  );
}

type ButtonLinkProps = ButtonLook & Content & Omit<ComponentProps<'a'>, 'children'>;

/** A link that looks like a button: it goes somewhere, it does nothing. Give it to the router's `createLink` for typed routes. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, wide }), className)}>
      {icon && <Icon of={icon} />}
      {children}
    </a>
  );
}
