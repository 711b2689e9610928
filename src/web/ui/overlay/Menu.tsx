/** Menus of actions or links, and popovers with controls. The code loads on first use. */
import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { cx } from '../display/cx.ts';
import { loadOnce, useLazyCode } from './lazy-code.client.ts';
import type { ItemProps, LinkProps, MenuProps, OpenWith, PopoverProps } from './MenuParts.tsx';

const parts = loadOnce(() => import('./MenuParts.tsx'));

/** The content's code, if it loads separately. The menu or popover opens after it has loaded. */
type Needs = { needs?: ReturnType<typeof loadOnce> | undefined };

export function Menu({ needs, ...props }: MenuProps & Needs) {
  const { loaded, openWith, button } = useLazyMenu('menu', { needs });
  return loaded ? <loaded.Menu {...props} openWith={openWith} /> : cloneElement(props.trigger, button);
}

export function MenuItem(props: ItemProps) {
  const loaded = parts.now();
  return loaded && <loaded.MenuItem {...props} />;
}

/** A link in a menu. Pass this to the router's `createLink` for typed routes. */
export function MenuLink(props: LinkProps) {
  const loaded = parts.now();
  return loaded && <loaded.MenuLink {...props} />;
}

/** A note at the top of a menu, such as the person's name and address. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <p className="px-[10px] py-[6px] text-s text-ink-2 wrap-anywhere">{children}</p>;
}

export function MenuSeparator() {
  const loaded = parts.now();
  return loaded && <loaded.MenuSeparator />;
}

/** A small panel with controls that opens from a button. Escape and an outside click close it. */
export function Popover({ needs, ...props }: PopoverProps & Needs) {
  const { loaded, openWith, button } = useLazyMenu('dialog', { opened: props.onOpenChange, open: props.open, needs });
  return loaded ? (
    <loaded.Popover {...props} openWith={openWith} />
  ) : (
    <span className={cx('inline-flex', props.around)}>{cloneElement(props.trigger, button)}</span>
  );
}

/** Returns the state and props of a button whose menu may be loading. `open` is true if opened from elsewhere. */
function useLazyMenu(
  what: 'menu' | 'dialog',
  {
    opened,
    open = false,
    needs = parts,
  }: Needs & { open?: boolean | undefined; opened?: PopoverProps['onOpenChange'] | undefined } = {},
) {
  // If the code is already loaded, the menu renders its button from the start.
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
  const fetchEarly = () => void Promise.all([parts.load(), needs.load()]).catch(() => {}); // a click reports the error
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
  return { loaded: used && inside ? code : undefined, openWith, button };
}
