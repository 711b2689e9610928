/** What opens from a button: a menu of actions or places, and a panel that holds controls. Their code comes with the first press. */
import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { cx } from '../display/cx.ts';
import type { ItemProps, LinkProps, MenuProps, OpenWith, PopoverProps } from './MenuParts.tsx';
import { loadedOnce, useWhenOpened } from './when-opened.client.ts';

const parts = loadedOnce(() => import('./MenuParts.tsx'));

export function Menu(props: MenuProps) {
  const { made, openWith, button } = usePressed('menu');
  return made ? <made.Menu {...props} openWith={openWith} /> : cloneElement(props.trigger, button);
}

/** An action in a menu. */
export function MenuItem(props: ItemProps) {
  const made = parts.now();
  return made && <made.MenuItem {...props} />;
}

/** A place in a menu. Give it to the router's `createLink` for typed routes. */
export function MenuLink(props: LinkProps) {
  const made = parts.now();
  return made && <made.MenuLink {...props} />;
}

/** Words at the top of a menu that cannot be chosen: the signed-in address. */
export function MenuNote({ children }: { children: ReactNode }) {
  return <p className="px-[10px] py-[6px] text-s text-ink-2 wrap-anywhere">{children}</p>;
}

export function MenuSeparator() {
  const made = parts.now();
  return made && <made.MenuSeparator />;
}

/** Code of what is in a panel, where it does not come with its screen: the panel opens once it is there. */
type Needs = { needs?: ReturnType<typeof loadedOnce> | undefined };

/** A small panel that opens from a button and holds controls: a checklist, a search field. Escape and a press outside close it. */
export function Popover({ needs, ...props }: PopoverProps & Needs) {
  const { made, openWith, button } = usePressed('dialog', { opened: props.onOpenChange, open: props.open, needs });
  return made ? (
    <made.Popover {...props} openWith={openWith} />
  ) : (
    <span className={cx('inline-flex', props.around)}>{cloneElement(props.trigger, button)}</span>
  );
}

/**
 * Of a button whose menu is to come: the code once it has, how it was pressed, and what the button does until then. `open`, where
 * something else than the button opens it, too.
 */
function usePressed(
  what: 'menu' | 'dialog',
  {
    opened,
    open = false,
    needs = parts,
  }: Needs & { open?: boolean | undefined; opened?: PopoverProps['onOpenChange'] | undefined } = {},
) {
  // Where the code is there as the button appears, the button is the menu's own from the start.
  const [used, setUsed] = useState(() => parts.now() !== undefined && needs.now() !== undefined);
  const [openWith, setOpenWith] = useState<OpenWith>();
  const wanted = open || openWith !== undefined;
  if (wanted && !used) setUsed(true);
  const giveUp = () => {
    setOpenWith(undefined);
    opened?.(false);
  };
  const code = useWhenOpened(parts, wanted, giveUp);
  const inside = useWhenOpened(needs, wanted, giveUp);
  const press = (how: OpenWith) => {
    setOpenWith(how);
    opened?.(true);
  };
  const fetchEarly = () => void Promise.all([parts.load(), needs.load()]).catch(() => {}); // said when it is pressed
  const button = {
    'aria-haspopup': what,
    'aria-expanded': false,
    onPointerEnter: fetchEarly,
    onFocus: fetchEarly,
    onClick: ({ detail }: MouseEvent) => press(detail === 0 ? 'keyboard' : 'pointer'),
    onKeyDown: (event: KeyboardEvent) => {
      if (what !== 'menu' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
      event.preventDefault(); // as it would scroll the page
      press('keyboard');
    },
  } as const;
  return { made: used && inside ? code : undefined, openWith, button };
}
