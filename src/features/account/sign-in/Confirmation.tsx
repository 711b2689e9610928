/** The screens that the link of an email leads to: the link is taken at once, and the screen says how that ended; signed in or out. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppError } from '../../../shared/app-error.ts';
import { useSession } from '../../../web/http/session.client.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Spinner } from '../../../web/ui/display/Loading.tsx';
import { AuthLayout, Elsewhere } from '../AuthLayout.tsx';
import { newEmailQuery } from '../profile/profile.client.ts';
import { accountSentence, confirmationQuery } from './sign-in.client.ts';

const confirmEmail = getRouteApi('/confirm-email');
const confirmNewEmail = getRouteApi('/confirm-new-email');

/** The address that somebody signed up with. */
export function ConfirmEmail() {
  const { token } = confirmEmail.useSearch();
  const { data: user } = useSession();
  return (
    <AuthLayout title="Confirm your email address">
      <output className="block">
        {token ? (
          <Outcome
            query={confirmationQuery(token)}
            busy="Confirming your email address..."
            confirmed="Thank you, your email address is confirmed."
            expired={
              user?.emailConfirmed ? (
                <Banner tone="green">Your email address is already confirmed.</Banner>
              ) : (
                <ExpiredLink />
              )
            }
          />
        ) : (
          <ExpiredLink />
        )}
      </output>
      <Elsewhere>
        {user ? <Link to="/dashboard">Go to your dashboard</Link> : <Link to="/login">Log in</Link>}
      </Elsewhere>
    </AuthLayout>
  );
}

/** A new address, which takes the place of the old one. */
export function ConfirmNewEmail() {
  const { token } = confirmNewEmail.useSearch();
  const { data: user } = useSession();
  return (
    <AuthLayout title="Confirm your new email address">
      <output className="block">
        {token ? (
          <Outcome
            query={newEmailQuery(token)}
            busy="Confirming your new email address..."
            confirmed="Thank you, your new email address is confirmed. From now on you sign in with it."
            expired={<ExpiredLink />}
          />
        ) : (
          <ExpiredLink />
        )}
      </output>
      <Elsewhere>
        {user ? <Link to="/dashboard/profile">Go to your profile</Link> : <Link to="/login">Log in</Link>}
      </Elsewhere>
    </AuthLayout>
  );
}

type Props = {
  query: ReturnType<typeof confirmationQuery>;
  busy: string;
  confirmed: string;
  /** Shown where the link is spent or too old. */
  expired: ReactNode;
};

function Outcome({ query, busy, confirmed, expired }: Props) {
  const { data, error, isFetching, refetch } = useQuery(query);
  if (isFetching) {
    return (
      <p className="flex items-center gap-2">
        <Spinner /> {busy}
      </p>
    );
  }
  if (data) return <Banner tone="green">{confirmed}</Banner>;
  if (error instanceof AppError && error.code === 'link_expired') return expired;
  const retry = (
    <Button size="small" onClick={() => void refetch()}>
      Retry
    </Button>
  );
  return (
    <Banner tone="red" action={retry}>
      {accountSentence(error)}
    </Banner>
  );
}

function ExpiredLink() {
  return <Banner tone="red">This link has expired or was used already.</Banner>;
}
