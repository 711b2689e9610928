/** Icons and buttons: one primary per screen, else secondary, quiet in rows and bars, danger if irreversible. */
import type { ComponentProps, ComponentType, MouseEvent, ReactNode, SVGProps } from 'react';
import { cx } from './cx.ts';

export type ButtonLook = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  size?: 'small' | 'default' | 'large' | 'icon' | 'icon-small' | undefined;
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

function buttonClass({ variant = 'secondary', size = 'default', wide = false }: ButtonLook = {}): string {
  return cx(BASE, VARIANT[variant], SIZE[size], wide ? 'w-full' : 'md:whitespace-nowrap');
}

type Content = { icon?: IconShape | undefined; children?: ReactNode };

type ButtonProps = ButtonLook &
  Content &
  Omit<ComponentProps<'button'>, 'children'> & {
    /** Replaces the label and adds a spinner ('Saving...'). The button keeps its focus and is disabled. */
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

/** A link in the style of a button. Pass this to the router's `createLink` for typed routes. */
export function ButtonLink({ variant, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={cx(buttonClass({ variant, size, wide }), className)}>
      {icon && <Icon of={icon} />}
      {children}
    </a>
  );
}

export type IconShape = ComponentType<SVGProps<SVGSVGElement>>;

type IconProps = { of: IconShape; size?: 'default' | 'large'; className?: string | undefined };

/** A lucide icon in our two sizes and one stroke. Decorative: the accessible name is elsewhere. */
export function Icon({ of: Shape, size = 'default', className }: IconProps) {
  return <Shape aria-hidden className={cx(size === 'large' ? 'size-5' : 'size-4', className)} strokeWidth={1.75} />;
}

type IconButtonProps = Omit<
  ComponentProps<typeof Button>,
  'children' | 'size' | 'wide' | 'icon' | 'busy' | 'aria-label'
> & {
  icon: IconShape;
  label: string;
  size?: 'default' | 'small';
  /** A number on the icon, which the label must also include. */
  count?: number;
  /** A dot for something new, which the label must also mention. */
  dot?: boolean;
};

/** A button with only an icon. Its required label is the accessible name and the tooltip. */
export function IconButton({
  icon,
  label,
  size = 'default',
  variant = 'quiet',
  count = 0,
  dot = false,
  ...rest
}: IconButtonProps) {
  return (
    <Button
      title={label}
      {...rest}
      variant={variant}
      size={size === 'small' ? 'icon-small' : 'icon'}
      aria-label={label}
    >
      <Icon of={icon} size={size === 'small' ? 'default' : 'large'} />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-[calc(50%-20px)] left-[calc(50%+2px)] h-[18px] min-w-[18px] rounded-pill bg-primary px-[5px] text-s leading-[18px] text-primary-ink ring-2 ring-surface"
        >
          {count > 99 ? '99+' : count}
        </span>
      )}
      {dot && (
        <span
          aria-hidden="true"
          className="absolute top-[calc(50%-12px)] left-[calc(50%+4px)] size-[10px] rounded-pill bg-primary ring-2 ring-surface"
        />
      )}
    </Button>
  );
}
