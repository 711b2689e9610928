/** A list of actions or places that opens from a button. Arrow keys, letters, Home, End and Escape work inside. */
import { Menu as Base } from '@base-ui/react/menu';
import { type ComponentProps, type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../display/cx.ts';
import { Icon, type IconShape } from '../display/Icon.tsx';
import { showFocusGuards } from './focus-guards.client.ts';

type Props = {
  /** The button it opens from: `<Button>` or `<IconButton>`. */
  trigger: ReactElement;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

const POPUP =
  'rounded-card border border-line bg-surface p-1 shadow-float origin-(--transform-origin) transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0 outline-none max-h-(--available-height) overflow-y-auto';

export function Menu({ trigger, align = 'end', className, children }: Props) {
  // Beside its button and not at the end of the page: it stays in the landmark that the button is in.
  const place = useRef<HTMLSpanElement>(null);
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <span ref={place} className="contents" />
      <Base.Portal container={place}>
        <Base.Positioner positionMethod="fixed" align={align} sideOffset={6} collisionPadding={8} className="z-80">
          <Base.Popup className={cx(POPUP, 'min-w-[220px] max-w-[calc(100vw-16px)]', className)}>
            <HonestGuards />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function HonestGuards() {
  useEffect(showFocusGuards, []);
  return null;
}

const MENU_ROW =
  'flex min-h-control w-full cursor-pointer items-center gap-[10px] rounded-mark px-[10px] text-left text-ink no-underline outline-none hover:bg-sunken data-highlighted:bg-sunken data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-transparent data-disabled:text-ink-3 data-disabled:cursor-not-allowed aria-[current]:font-bold';

type ItemProps = { icon?: IconShape; danger?: boolean; disabled?: boolean; onClick: () => void; children: ReactNode };

export function MenuItem({ icon, danger = false, disabled = false, onClick, children }: ItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onClick} className={cx(MENU_ROW, danger && 'text-red')}>
      {icon && <Icon of={icon} className={danger ? undefined : 'text-ink-3'} />}
      {children}
    </Base.Item>
  );
}

type LinkProps = Omit<ComponentProps<'a'>, 'children' | 'className' | 'style'> & {
  icon?: IconShape;
  children: ReactNode;
};

/** A place in a menu. Give it to the router's `createLink` for typed routes. */
export function MenuLink({ icon, children, ...rest }: LinkProps) {
  return (
    <Base.LinkItem closeOnClick {...rest} className={MENU_ROW}>
      {icon && <Icon of={icon} className="text-ink-3" />}
      {children}
    </Base.LinkItem>
  );
}

/** Words at the top of a menu that cannot be chosen: the signed-in address. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <p className="px-[10px] py-[6px] text-s text-ink-2 wrap-anywhere">{children}</p>;
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
