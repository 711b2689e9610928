/** The person's accounts in the user menu, and a search for those who have many. The Shell loads this when needed. */
import { useQuery } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Check from 'lucide-react/icons/check';
import CirclePlus from 'lucide-react/icons/circle-plus';
import { useState } from 'react';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../web/ui/overlay/DialogBody.tsx';
import { MenuItem, MenuNote, MenuSeparator } from '../../web/ui/overlay/Menu.tsx';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { accountsQuery, useStartAccount, useSwitchAccount } from './accounts.client.ts';
import { ROLE_TEXTS } from './team.ts';

/** More are searched in a dialog: a menu must not contain a field. */
const MAX_LISTED = 7;

/** Rows of a menu. A landlord who works alone sees no difference. */
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

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function AccountsDialog({ open, onOpenChange }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Your accounts">
      <DialogBody className="flex flex-col gap-4">
        <Accounts />
      </DialogBody>
    </Dialog>
  );
}

function Accounts() {
  const { data } = useQuery(accountsQuery);
  const [typed, setTyped] = useState('');
  const { mutate, isPending, variables } = useSwitchAccount();
  const wanted = typed.trim().toLowerCase();
  const found = data?.accounts.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? [];
  return (
    <>
      <Field label="Find an account">
        <TextInput type="search" autoComplete="off" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
      <output className="text-s text-ink-2 empty:hidden">
        {data && found.length === 0 && 'No account has this name.'}
      </output>
      <Rows label="Your accounts">
        {found.map(({ id, name, role, current }) => (
          <Row
            key={id}
            line={ROLE_TEXTS[role].label}
            end={
              current ? (
                <Badge tone="green">Open now</Badge>
              ) : (
                <Button
                  size="small"
                  busy={isPending && variables === id ? 'Opening...' : undefined}
                  onClick={() => mutate(id)}
                >
                  Open<span className="sr-only"> {name}</span>
                </Button>
              )
            }
          >
            <bdi>{name}</bdi>
          </Row>
        ))}
      </Rows>
    </>
  );
}
