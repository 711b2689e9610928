/** Shown to people without an open account, or with many accounts. */
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isRefusal } from '../../shared/app-error.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { Avatar } from '../../web/ui/display/Avatar.tsx';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card, CardHead, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { TextInput } from '../../web/ui/form/Inputs.tsx';
import { Row, Rows } from '../../web/ui/table/Rows.tsx';
import { AuthLayout } from '../account/AuthLayout.tsx';
import { accountSentence } from '../account/sign-in/sign-in.client.ts';
import { signOut } from '../account/sign-in/sign-out.client.ts';
import {
  accountsQuery,
  MAX_LISTED,
  useAcceptInvitation,
  useStartAccount,
  useSwitchAccount,
} from './accounts.client.ts';
import { type OwnAccounts, ROLE_TEXTS } from './team.ts';

type PageProps = { deletion: (person: OwnAccounts['person']) => ReactNode };

export function AccountsPage({ deletion }: PageProps) {
  const query = useQuery(accountsQuery);
  const { data } = query;
  const { error, busy, retry } = useRetry(query);
  const signedOut = isRefusal(error, 'unauthenticated');
  return (
    <AuthLayout title={data ? titleOf(data) : 'Your accounts'} line={data && lineOf(data)}>
      {!data && !error && (
        <Loading label="Loading your accounts..." className="flex flex-col gap-3">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </Loading>
      )}
      {signedOut && (
        <ButtonLink variant="primary" wide href="/login">
          Log in
        </ButtonLink>
      )}
      {!data && error && !signedOut && (
        <ErrorState
          title="We could not load your accounts"
          reason={accountSentence(error)}
          onRetry={retry}
          busy={busy}
        />
      )}
      {data && <Choices own={data} deletion={deletion} />}
    </AuthLayout>
  );
}

function titleOf({ accounts }: OwnAccounts): string {
  return accounts.length > 0 ? 'Choose an account' : 'You are not in any account';
}

function lineOf({ closed, person }: OwnAccounts) {
  return (
    <>
      {closed && (
        <>
          Your access to ‘<bdi>{closed.account}</bdi>’{' '}
          {closed.paused ? 'is paused. Ask an owner of the account.' : 'has ended.'}{' '}
        </>
      )}
      You are signed in as <b className="wrap-anywhere">{person.email}</b>.
    </>
  );
}

function Choices({ own: { accounts, invitations, canStart, person }, deletion }: PageProps & { own: OwnAccounts }) {
  const opening = useSwitchAccount();
  const accepting = useAcceptInvitation();
  const starting = useStartAccount();
  const busy = opening.isPending || accepting.isPending || starting.isPending;
  return (
    <div className="flex flex-col gap-4">
      {accounts.length > 0 && <Accounts accounts={accounts} opening={opening} busy={busy} />}
      {invitations.length > 0 && (
        <Card aria-labelledby="invitations">
          <CardHead id="invitations" title="Invitations" />
          <Rows label="Invitations">
            {invitations.map(({ id, account, inviter, role }) => (
              <Row
                key={id}
                lead={<Avatar name={account} />}
                line={`${ROLE_TEXTS[role].label}, invited by ${inviter}`}
                end={
                  <Button
                    size="small"
                    disabled={busy && accepting.variables !== id}
                    busy={accepting.isPending && accepting.variables === id ? 'Joining...' : undefined}
                    onClick={() => accepting.mutate(id)}
                  >
                    Accept<span className="sr-only">: {account}</span>
                  </Button>
                }
              >
                <bdi>{account}</bdi>
              </Row>
            ))}
          </Rows>
        </Card>
      )}
      {canStart && (
        <Button
          variant="primary"
          wide
          disabled={busy && !starting.isPending}
          busy={starting.isPending ? 'Starting...' : undefined}
          onClick={() => starting.mutate()}
        >
          Start your own account
        </Button>
      )}
      {canStart && <p className="text-s text-ink-2">Free for 7 days. No credit card required.</p>}
      <Button wide onClick={() => void signOut({ to: '/' })}>
        Sign out
      </Button>
      {!accounts.some(({ role }) => role === 'owner') && deletion(person)}
    </div>
  );
}

type AccountsProps = {
  accounts: OwnAccounts['accounts'];
  opening: ReturnType<typeof useSwitchAccount>;
  busy: boolean;
};

function Accounts({ accounts, opening, busy }: AccountsProps) {
  const [typed, setTyped] = useState('');
  const q = typed.trim().toLowerCase();
  const matches = accounts.filter(({ name }) => name.toLowerCase().includes(q));
  return (
    <Card aria-labelledby="accounts">
      <CardHead id="accounts" title="Your accounts" />
      {accounts.length > MAX_LISTED && (
        <div className="border-b border-line p-4">
          <Field label="Find an account">
            <TextInput
              type="search"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <output className="mt-2 block text-s text-ink-2 empty:hidden">
            {matches.length === 0 && 'No account has this name.'}
          </output>
        </div>
      )}
      <Rows label="Your accounts">
        {matches.map(({ id, name, role, current }) => (
          <Row
            key={id}
            lead={<Avatar name={name} />}
            line={current ? `${ROLE_TEXTS[role].label}, open now` : ROLE_TEXTS[role].label}
            end={
              <Button
                size="small"
                disabled={busy && opening.variables !== id}
                busy={opening.isPending && opening.variables === id ? 'Opening...' : undefined}
                onClick={() => opening.mutate(id)}
              >
                Open<span className="sr-only"> {name}</span>
              </Button>
            }
          >
            <bdi>{name}</bdi>
          </Row>
        ))}
      </Rows>
    </Card>
  );
}
