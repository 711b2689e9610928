/** Confirming an email address, come to by the email's link; signed in or out. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../web/http/session.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { AuthLayout, Elsewhere } from './AuthLayout.tsx';
import { Confirmation, ExpiredLink } from './Confirmation.tsx';
import { confirmationQuery } from './queries.client.ts';

const route = getRouteApi('/confirm-email');

export function ConfirmEmail() {
  const { token } = route.useSearch();
  const { data: user } = useSession();
  return (
    <AuthLayout title="Confirm your email address">
      <output className="block">{token ? <Outcome token={token} /> : <ExpiredLink />}</output>
      <Elsewhere>
        {user ? <Link to="/dashboard">Go to your dashboard</Link> : <Link to="/login">Log in</Link>}
      </Elsewhere>
    </AuthLayout>
  );
}

function Outcome({ token }: { token: string }) {
  const { data: user } = useSession();
  return (
    <Confirmation
      query={useQuery(confirmationQuery(token))}
      busy="Confirming your email address..."
      confirmed="Thank you, your email address is confirmed."
      expired={
        user?.emailConfirmed ? <Banner tone="green">Your email address is already confirmed.</Banner> : <ExpiredLink />
      }
    />
  );
}
