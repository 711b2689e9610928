/** The person's other accounts in the user menu. One account shows nothing. The Shell loads this when the menu opens. */
import { useQuery } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Check from 'lucide-react/icons/check';
import CirclePlus from 'lucide-react/icons/circle-plus';
import { MenuItem, MenuNote, MenuSeparator } from '../../web/ui/overlay/Menu.tsx';
import { accountsQuery, useStartAccount, useSwitchAccount } from './accounts.client.ts';
import { ROLE_TEXTS } from './team.ts';

/** More are searched in a dialog: a menu must not contain a field. */
const MAX_LISTED = 7;

export function AccountItems({ onSearch }: { onSearch: () => void }) {
  const { data } = useQuery(accountsQuery);
  const { mutate: open } = useSwitchAccount();
  const { mutate: start } = useStartAccount();
  if (!data) return null;
  const { accounts, canStart } = data;
  const several = accounts.length > 1;
  if (!several && !canStart) return null;
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
        <MenuItem icon={ArrowLeftRight} onClick={onSearch}>
          Find another account
        </MenuItem>
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
