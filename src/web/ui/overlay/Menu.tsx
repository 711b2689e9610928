/** Menus of actions or links, and popovers with controls. The code loads on first use. */
import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { cx } from '../display/cx.ts';
import { loadOnce, useLazyCode } from './lazy-code.client.ts';
import type { ItemProps, LinkProps, MenuProps, OpenWith, PopoverProps } from './MenuParts.tsx';

const parts = loadOnce(() => import('./MenuParts.tsx'));

/** Code of the content, if it loads separately: the menu or popover opens after it has loaded. */
type Needs = { needs?: ReturnType<typeof loadOnce> | undefined };

export function Menu({ needs, ...props }: MenuProps & Needs) {
  const { made, openWith, button } = useLazyMenu('menu', { needs });
  return made ? <made.Menu {...props} openWith={openWith} /> : cloneElement(props.trigger, button);
}

export function MenuItem(props: ItemProps) {
  const made = parts.now();
  return made && <made.MenuItem {...props} />;
}

/** A link in a menu. Give it to the router's `createLink` for typed routes. */
export function MenuLink(props: LinkProps) {
  const made = parts.now();
  return made && <made.MenuLink {...props} />;
}

/** Text at the top of a menu that cannot be selected: the signed-in address. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <p className="px-[10px] py-[6px] text-s text-ink-2 wrap-anywhere">{children}</p>;
}

export function MenuSeparator() {
  const made = parts.now();
  return made && <made.MenuSeparator />;
}

/** A small panel with controls that opens from a button. Escape and an outside click close it. */
export function Popover({ needs, ...props }: PopoverProps & Needs) {
  const { made, openWith, button } = useLazyMenu('dialog', { opened: props.onOpenChange, open: props.open, needs });
  return made ? (
    <made.Popover {...props} openWith={openWith} />
  ) : (
    <span className={cx('inline-flex', props.around)}>{cloneElement(props.trigger, button)}</span>
  );
}

/** The state and props of a button whose menu may still be loading. `open`: opened from elsewhere. */
function useLazyMenu(
  what: 'menu' | 'dialog',
  {
    opened,
    open = false,
    needs = parts,
  }: Needs & { open?: boolean | undefined; opened?: PopoverProps['onOpenChange'] | undefined } = {},
) {
  // If the code is already loaded, the button belongs to the menu from the start.
  const [used, setUsed] = useState(() => parts.now() !== undefined && needs.now() !== undefined);
  const [openWith, setOpenWith] = useState<OpenWith>();
  const wanted = open || openWith !== undefined;
  if (wanted && !used) setUsed(true);
  const giveUp = () => {
    setOpenWith(undefined);
    opened?.(false);
  };
  const code = useLazyCode(parts, wanted, giveUp);
  const inside = useLazyCode(needs, wanted, giveUp);
  const press = (how: OpenWith) => {
    setOpenWith(how);
    opened?.(true);
  };
  const fetchEarly = () => void Promise.all([parts.load(), needs.load()]).catch(() => {}); // reported on a click
  const button = {
    'aria-haspopup': what,
    'aria-expanded': false,
    onPointerEnter: fetchEarly,
    onFocus: fetchEarly,
    onClick: ({ detail }: MouseEvent) => press(detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (what !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault(); // arrow keys would scroll the page
      press('keyboard');
    },
  } as const;
  return { made: used && inside ? code : undefined, openWith, button };
}
