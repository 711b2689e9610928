/** Screens opened from an emailed link, with or without a session. They use the link immediately. */
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { api, done } from '../../web/http/api.client.ts';
import { withSession } from '../../web/http/save.client.ts';
import { refetchSession, useSession } from '../../web/http/session.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Spinner } from '../../web/ui/display/Loading.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { AuthLayout, Elsewhere } from '../account/AuthLayout.tsx';
import { accountSentence, requestConfirmation } from '../account/sign-in/sign-in.client.ts';
import { saveProfile } from './profile.client.ts';

const confirmEmail = getRouteApi('/confirm-email');
const confirmNewEmail = getRouteApi('/confirm-new-email');

export function ConfirmEmail() {
  const { token } = confirmEmail.useSearch();
  const { data: user } = useSession();
  return (
    <AuthLayout title="Confirm your email address">
      <Outcome
        token={token}
        confirm={(json) => api.auth['verify-email'].$post({ json })}
        busy="Confirming your email address..."
        confirmed="Thank you. Your email address is confirmed."
        expired={
          user?.emailConfirmed ? (
            <Banner tone="green">Your email address is already confirmed.</Banner>
          ) : (
            <ExpiredLink signedOut={user === null} send={user && requestConfirmation} />
          )
        }
      />
      <Elsewhere>{user ? <Link to="/dashboard">Go to your dashboard</Link> : <a href="/login">Log in</a>}</Elsewhere>
    </AuthLayout>
  );
}

export function ConfirmNewEmail() {
  const { token } = confirmNewEmail.useSearch();
  const { data: user } = useSession();
  return (
    <AuthLayout title="Confirm your new email address">
      <Outcome
        token={token}
        confirm={(json) => api.profile['confirm-email'].$post({ json })}
        busy="Confirming your new email address..."
        confirmed="Thank you. Your new email address is confirmed. Use it to sign in."
        expired={
          <ExpiredLink
            signedOut={user === null}
            send={
              user?.newEmail &&
              (() => saveProfile({ name: user.name, email: user.newEmail ?? '', currentPassword: '' }))
            }
          />
        }
      />
      <Elsewhere>
        {user ? <Link to="/dashboard/profile">Go to your profile</Link> : <a href="/login">Log in</a>}
      </Elsewhere>
    </AuthLayout>
  );
}

type Props = {
  token: string | undefined;
  confirm: (input: { token: string }) => Parameters<typeof done>[0];
  busy: string;
  confirmed: string;
  /** Shown if the link has expired or was already used. */
  expired: ReactNode;
};

function Outcome({ token, confirm, busy, confirmed, expired }: Props) {
  return (
    <output className="block">
      {token ? <Confirming {...{ token, confirm, busy, confirmed, expired }} /> : expired}
    </output>
  );
}

function Confirming({ token, confirm, busy, confirmed, expired }: Props & { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(confirmation(token, confirm));
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

/** Returns a query that uses the link once. It fails with `link_expired`. */
function confirmation(token: string, confirm: Props['confirm']) {
  return queryOptions({
    queryKey: ['email-confirmation', token],
    queryFn: async () => {
      await done(confirm({ token }));
      await refetchSession();
      return true;
    },
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

type ExpiredProps = {
  signedOut: boolean;
  /** Resends the email, for a signed-in landlord with an unconfirmed address. */
  send: (() => Promise<unknown>) | '' | null | undefined;
};

function ExpiredLink({ signedOut, send }: ExpiredProps) {
  return (
    <Banner tone="red" action={send && <SendConfirmation send={send}>Send a new link</SendConfirmation>}>
      This link has expired or has already been used.{' '}
      {signedOut && <a href="/login?next=/dashboard/profile">Log in to get a new one</a>}
    </Banner>
  );
}

export function SendConfirmation({ send, children }: { send: () => Promise<unknown>; children: string }) {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => withSession(send),
    onSuccess: () => toast.success('Email sent'),
    onError: (error) => toast.error(accountSentence(error)),
  });
  if (isSuccess) return null;
  return (
    <Button size="small" busy={isPending ? 'Sending...' : undefined} onClick={() => mutate()}>
      {children}
    </Button>
  );
}
