/** Menus and popovers based on Base UI. Menu.tsx loads this file on first use. */
import { Menu as Base } from '@base-ui/react/menu';
import { Popover as BasePopover } from '@base-ui/react/popover';
import {
  type ButtonHTMLAttributes,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon, type IconShape } from '../display/Button.tsx';
import { cx } from '../display/cx.ts';

export type OpenWith = 'pointer' | 'keyboard';

export type MenuProps = {
  /** The button, a `<Button>` or `<IconButton>`. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

export type ItemProps = {
  icon?: IconShape;
  danger?: boolean;
  disabled?: boolean;
  /** Whether this is the current choice of a list. */
  current?: boolean;
  onClick: () => void;
  children: ReactNode;
};

export type LinkProps = Omit<ComponentProps<'a'>, 'children' | 'className' | 'style'> & {
  icon?: IconShape;
  children: ReactNode;
};

export type PopoverProps = {
  label: string;
  trigger: MenuProps['trigger'];
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'end';
  className?: string;
  around?: string;
  /** The initial focus, if it is not the first control. */
  initialFocus?: () => HTMLElement | null;
  children: ReactNode;
};

/** `openWith` is how the menu was opened before this code had loaded. */
type Opened = { openWith?: OpenWith | undefined };

const POPUP =
  'rounded-card border border-line bg-surface p-1 shadow-float origin-(--transform-origin) transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 outline-none max-h-(--available-height) overflow-y-auto';

export function Menu({ trigger, align = 'end', className, children, openWith }: MenuProps & Opened) {
  // Rendered next to the button, not at the end of the page, to stay in the button's landmark.
  const place = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // A click by a script highlights the first row, as the keyboard does.
  useEffect(() => {
    if (openWith === 'keyboard') button.current?.click();
  }, [openWith]);
  return (
    <Base.Root modal={false} defaultOpen={openWith === 'pointer'}>
      <Base.Trigger ref={button} render={trigger} />
      <span ref={place} className="contents" />
      <Base.Portal container={place}>
        <Base.Positioner positionMethod="fixed" align={align} sideOffset={6} collisionPadding={8} className="z-80">
          <Base.Popup className={cx(POPUP, 'min-w-[220px] max-w-[calc(100vw-16px)]', className)}>
            <FocusGuards />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function FocusGuards() {
  useEffect(showFocusGuards, []);
  return null;
}

const MENU_ROW =
  'flex min-h-control w-full cursor-pointer items-center gap-[10px] rounded-mark px-[10px] text-left text-ink no-underline outline-none hover:bg-sunken data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-transparent data-disabled:text-ink-3 data-disabled:cursor-not-allowed aria-[current]:font-bold aria-[current]:forced-choice';

export function MenuItem({ icon, danger = false, disabled = false, current = false, onClick, children }: ItemProps) {
  return (
    <Base.Item
      disabled={disabled}
      aria-current={current || undefined}
      onClick={onClick}
      className={cx(MENU_ROW, danger && 'text-red')}
    >
      {icon && <Icon of={icon} className={danger ? undefined : 'text-ink-3'} />}
      {children}
    </Base.Item>
  );
}

export function MenuLink({ icon, children, ...rest }: LinkProps) {
  return (
    <Base.LinkItem closeOnClick {...rest} className={MENU_ROW}>
      {icon && <Icon of={icon} className="text-ink-3" />}
      {children}
    </Base.LinkItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}

export function Popover({
  label,
  trigger,
  open,
  onOpenChange,
  align = 'start',
  className,
  around,
  initialFocus,
  children,
  openWith,
}: PopoverProps & Opened) {
  // Rendered next to the button, not at the end of the page, to stay in the button's landmark.
  const [place, setPlace] = useState<HTMLSpanElement | null>(null);
  return (
    <span ref={setPlace} className={cx('inline-flex', around)}>
      <BasePopover.Root
        defaultOpen={openWith !== undefined}
        // Opens once `place` exists, which the initial focus needs.
        {...(open !== undefined && { open: open && place !== null })}
        {...(onOpenChange && { onOpenChange })}
      >
        <BasePopover.Trigger render={trigger} />
        <BasePopover.Portal container={place}>
          <BasePopover.Positioner
            positionMethod="fixed"
            align={align}
            sideOffset={6}
            collisionPadding={8}
            className="z-80"
          >
            <BasePopover.Popup
              aria-label={label}
              {...(initialFocus && { initialFocus })}
              className={cx(
                'min-w-[220px] max-w-[calc(100vw-16px)] rounded-card border border-line bg-surface p-4 shadow-float transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 outline-none',
                className,
              )}
            >
              <FocusGuards />
              {children}
            </BasePopover.Popup>
          </BasePopover.Positioner>
        </BasePopover.Portal>
      </BasePopover.Root>
    </span>
  );
}

/**
 * Base UI's focus guards are focusable and hidden from screen readers, which WCAG 4.1.2 forbids. As they are empty,
 * this shows them to screen readers. Some are added later, so the page is observed while the menu is open. Returns a
 * function that stops observing.
 */
function showFocusGuards(): () => void {
  const show = () => {
    for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]'))
      guard.removeAttribute('aria-hidden');
  };
  show();
  const watcher = new MutationObserver(show);
  watcher.observe(document.body, { childList: true, subtree: true });
  return () => watcher.disconnect();
}
