/** A search of the person's accounts, for those who have many. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { Dialog } from '../../web/ui/overlay/Dialog.tsx';
import { DialogBody } from '../../web/ui/overlay/DialogBody.tsx';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { accountsQuery, useSwitchAccount } from './accounts.client.ts';
import { ROLE_TEXTS } from './team.ts';

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
