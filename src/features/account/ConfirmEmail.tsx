/** Confirming an email address, come to by the letter's link; signed in or out. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { AppError } from '../../shared/app-error.ts';
import { Banner } from '../../web/ui/Banner.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Spinner } from '../../web/ui/Spinner.tsx';
import { Elsewhere, Entrance } from './Entrance.tsx';
import { accountSentence, confirmationQuery, useSession } from './queries.client.ts';

const route = getRouteApi('/confirm-email');

const EXPIRED = 'This link has expired or was used already.';

export function ConfirmEmail() {
  const { token } = route.useSearch();
  const { data: user } = useSession();
  return (
    <Entrance title="Confirm your email address">
      <output className="block">{token ? <Outcome token={token} /> : <Refused sentence={EXPIRED} />}</output>
      <Elsewhere>
        {user ? <Link to="/dashboard">Go to your dashboard</Link> : <Link to="/login">Log in</Link>}
      </Elsewhere>
    </Entrance>
  );
}

function Outcome({ token }: { token: string }) {
  const { data: user } = useSession();
  const { data: confirmed, error, isFetching, refetch } = useQuery(confirmationQuery(token));
  if (isFetching) {
    return (
      <p className="flex items-center gap-2">
        <Spinner /> Confirming your email address...
      </p>
    );
  }
  if (confirmed) return <Banner tone="green">Thank you, your email address is confirmed.</Banner>;
  const expired = error instanceof AppError && error.code === 'link_expired';
  if (expired && user?.emailConfirmed) return <Banner tone="green">Your email address is already confirmed.</Banner>;
  if (expired) return <Refused sentence={EXPIRED} />;
  return <Refused sentence={accountSentence(error)} onRetry={() => void refetch()} />;
}

function Refused({ sentence, onRetry }: { sentence: string; onRetry?: () => void }) {
  const retry = onRetry && (
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  );
  return (
    <Banner tone="red" action={retry}>
      {sentence}
    </Banner>
  );
}
