/** The invitation is shown before it can be accepted, with or without a session. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isRefusal } from '../../shared/app-error.ts';
import { formatDay } from '../../shared/dates.ts';
import { yearLabel } from '../../shared/tax-years.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { useSession } from '../../web/http/session.client.ts';
import { Banner, RetryBanner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { type Fact, FactLines } from '../../web/ui/display/Facts.tsx';
import { Spinner } from '../../web/ui/display/Loading.tsx';
import { keepFocus } from '../../web/ui/display/PageHead.tsx';
import { AuthLayout, Elsewhere } from '../account/AuthLayout.tsx';
import { accountSentence } from '../account/sign-in/sign-in.client.ts';
import { accountsQuery, invitationQuery, requestNewLink } from './accounts.client.ts';
import { JoinActions } from './JoinActions.tsx';
import { type Invitation, ROLE_TEXTS } from './team.ts';

const route = getRouteApi('/join');

export function JoinPage() {
  const { token } = route.useSearch();
  const person = useSignedInEmail();
  if (token) return <WithToken token={token} person={person} />;
  return <Closed title="Join an account" sentence={CLOSED.expired} person={person} />;
}

type Person = ReturnType<typeof useSignedInEmail>;

function WithToken({ token, person }: { token: string; person: Person }) {
  const query = useQuery(invitationQuery(token));
  const { data: invitation } = query;
  const { error, busy, retry } = useRetry(query);
  if (isRefusal(error, 'link_expired'))
    return <Closed title="Join an account" sentence={CLOSED.expired} person={person} token={token} />;
  if (error) {
    return (
      <AuthLayout title="Join an account">
        <Failed error={error} busy={busy} retry={retry} />
      </AuthLayout>
    );
  }
  if (!invitation || (person.email === undefined && !person.error)) {
    return (
      <AuthLayout title="Join an account">
        <p className="flex items-center gap-2" role="status">
          <Spinner /> Loading the invitation...
        </p>
      </AuthLayout>
    );
  }
  const { state, account } = invitation;
  if (state !== 'open') {
    const again = state === 'expired' && { token };
    return <Closed title={`Join ${account}`} sentence={CLOSED[state]} person={person} {...again} />;
  }
  return (
    <AuthLayout
      title={`Join ${account}`}
      line={
        <>
          <bdi>{invitation.inviter}</bdi> has invited <b className="wrap-anywhere">{invitation.email}</b>.
        </>
      }
    >
      <FactLines facts={factsOf(invitation)} />
      <p className="my-5">{ROLE_TEXTS[invitation.role].sees}</p>
      {person.error ? (
        <Failed error={person.error} busy={person.busy} retry={person.retry} />
      ) : (
        <JoinActions token={token} invitation={invitation} signedIn={person.email ?? null} />
      )}
    </AuthLayout>
  );
}

const CLOSED: Record<Exclude<Invitation['state'], 'open'>, string> = {
  expired: 'This invitation has expired.',
  used: 'This invitation has already been used.',
  revoked: 'This invitation has been withdrawn. Ask the person who invited you.',
  gone: 'The person who invited you has left the account. Ask another owner to invite you.',
};

const NAMES_SHOWN = 'Shown in the descriptions of rent and deposits';
const NAMES_HIDDEN = 'Hidden. Rent and deposits have no description, and other bank descriptions may contain names';

function factsOf({ role, whole, properties, moreProperties, endsOn, taxYears, seesPayers }: Invitation): Fact[] {
  const reach = whole ? 'All properties' : properties.map((address) => <div key={address}>{address}</div>);
  return [
    { name: 'Your role', value: ROLE_TEXTS[role].label },
    { name: moreProperties ? `First ${properties.length} properties` : 'Properties', value: reach },
    ...(role === 'guest'
      ? [
          { name: 'Tax years', value: taxYears ? taxYears.map(yearLabel).join(', ') : 'All tax years' },
          { name: 'Tenants’ names', value: seesPayers ? NAMES_SHOWN : NAMES_HIDDEN },
        ]
      : []),
    ...(endsOn ? [{ name: 'Your last day', value: formatDay(endsOn) }] : []),
  ];
}

/** A person without a membership has a session but no account. Called once: each use would retry a failed query. */
function useSignedInEmail() {
  const session = useSession();
  const nowhere = isRefusal(session.error, 'no_account');
  const accounts = useQuery({ ...accountsQuery, enabled: nowhere });
  const { error, busy, retry } = useRetry(nowhere ? accounts : session);
  if (nowhere) return { email: accounts.data?.person.email, error: accounts.data ? null : error, busy, retry };
  const { data: user } = session;
  return {
    email: user === undefined ? undefined : (user?.email ?? null),
    error: user === undefined ? error : null,
    busy,
    retry,
  };
}

type FailedProps = { error: unknown; busy: boolean; retry: () => void };

function Failed({ error, busy, retry }: FailedProps) {
  return (
    <RetryBanner busy={busy} retry={retry}>
      {accountSentence(error)}
    </RetryBanner>
  );
}

type ClosedProps = { title: string; sentence: string; person: Person; token?: string };

/** With a token, the person can ask the owners for a new link. */
function Closed({ title, sentence, person, token }: ClosedProps) {
  return (
    <AuthLayout title={title}>
      <Banner tone="red">{sentence}</Banner>
      {token && <AskForNewLink token={token} />}
      <Elsewhere>
        {person.email === null ? <a href="/login">Log in</a> : <a href="/dashboard">Go to your dashboard</a>}
      </Elsewhere>
    </AuthLayout>
  );
}

function AskForNewLink({ token }: { token: string }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => requestNewLink(token),
    onSuccess: keepFocus,
  });
  if (isSuccess) {
    return (
      <Banner tone="green" role="status" className="mt-4">
        We have asked the owners of the account. If they agree, you will get an email with a new link.
      </Banner>
    );
  }
  return (
    <>
      {error && (
        <Banner tone="red" role="alert" className="mt-4">
          {accountSentence(error)}
        </Banner>
      )}
      <Button
        variant="primary"
        wide
        className="mt-4"
        busy={isPending ? 'Sending...' : undefined}
        onClick={() => mutate()}
      >
        Ask for a new one
      </Button>
    </>
  );
}
