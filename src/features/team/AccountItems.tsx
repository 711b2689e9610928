/** The accounts are requested when the menu opens. */
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Check from 'lucide-react/icons/check';
import CirclePlus from 'lucide-react/icons/circle-plus';
import Search from 'lucide-react/icons/search';
import { MenuItem, MenuLink, MenuNote, MenuSeparator } from '../../web/ui/overlay/Menu.tsx';
import { accountsQuery, MAX_LISTED, useStartAccount, useSwitchAccount } from './accounts.client.ts';
import { ROLE_TEXTS } from './team.ts';

const MenuPlace = createLink(MenuLink);

/** Renders no items for a person with one account who cannot start another. */
export function AccountItems() {
  const { data } = useQuery(accountsQuery);
  const { mutate: open } = useSwitchAccount();
  const { mutate: start } = useStartAccount();
  if (!data) return null;
  const { accounts, canStart } = data;
  const several = accounts.length > 1;
  if (!several && !canStart) return null;
  // The page has a search field, which a menu must not contain.
  const searched = accounts.length > MAX_LISTED;
  return (
    <>
      <MenuSeparator />
      {several && <MenuNote>Accounts</MenuNote>}
      {several &&
        accounts
          .filter(({ current }) => current || !searched)
          .map(({ id, name, role, current }) => (
            <MenuItem
              key={id}
              icon={current ? Check : ArrowLeftRight}
              current={current}
              onClick={() => !current && open(id)}
            >
              <span className="min-w-0 wrap-anywhere">
                <bdi>{name}</bdi>
                <span className="block text-s font-normal text-ink-2">{ROLE_TEXTS[role].label}</span>
              </span>
            </MenuItem>
          ))}
      {searched && (
        <MenuPlace to="/accounts" icon={Search}>
          Find another account
        </MenuPlace>
      )}
      {canStart && (
        <MenuItem icon={CirclePlus} onClick={() => start()}>
          Start your own account
        </MenuItem>
      )}
      <MenuSeparator />
    </>
  );
}
