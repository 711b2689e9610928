import { useRouter } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { IconButton } from '../../../web/ui/display/Button.tsx';
import { loadOnce, useLazyCode } from '../../../web/ui/overlay/lazy-code.client.ts';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { SearchButton } from './ShellFrame.tsx';
import { isApple, keepingFilters, useCommands, useShortcuts } from './shortcuts.client.ts';

const search = loadOnce(() => import('../../search/SearchDialog.tsx'));
const list = loadOnce(() => import('./ShortcutList.tsx'));
const fetchSearch = () => void search.load().catch(() => {}); // opening the search reports the error

export function ShellSearch() {
  const [open, setOpen] = useState<'search' | 'shortcuts'>();
  const go = useGo();
  const commands = useCommands();
  const modifier = isApple() ? '⌘' : 'Ctrl';
  const [text, setText] = useState('');
  const close = () => setOpen(undefined);
  const openSearch = () => {
    setText('');
    setOpen('search');
  };
  const dialogCode = useLazyCode(search, open === 'search', close);
  const listCode = useLazyCode(list, open === 'shortcuts', close);
  useShortcuts({
    onModifier: fetchSearch,
    searching: open === 'search',
    onTyped: (character) => setText((before) => before + character),
    onSearch: () => (open === 'search' ? close() : openSearch()),
    onHelp: () => setOpen('shortcuts'),
    onCommand: ({ href }) => go(href),
  });
  return (
    <>
      <SearchButton
        modifier={modifier}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple() ? 'Meta+K' : 'Control+K'}
        onPointerEnter={fetchSearch}
        onFocus={fetchSearch}
        onClick={openSearch}
      />
      {dialogCode && (
        <dialogCode.SearchDialog
          open={open === 'search'}
          onOpenChange={close}
          text={text}
          onText={setText}
          go={go}
          commands={commands}
          modifier={modifier}
          onShortcuts={() => setOpen('shortcuts')}
        />
      )}
      {listCode && <listCode.ShortcutList open={open === 'shortcuts'} onOpenChange={close} modifier={modifier} />}
    </>
  );
}

export function AddMenu() {
  const go = useGo();
  const { add } = useCommands();
  if (add.length === 0) return null;
  return (
    <div className="max-[1280px]:hidden">
      <Menu trigger={<IconButton icon={Plus} label="Add" />}>
        {add.map(({ keys, name, href }) => (
          <MenuItem key={keys} onClick={() => go(href)}>
            {name}
            <span aria-hidden="true" className="ml-auto flex gap-1">
              {[...keys].map((key) => (
                <kbd key={key} className="uppercase">
                  {key}
                </kbd>
              ))}
            </span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

function useGo(): (href: string) => void {
  const { history } = useRouter();
  return (href) => history.push(keepingFilters(href, window.location));
}
