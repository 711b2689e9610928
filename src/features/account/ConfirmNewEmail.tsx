/** A new address takes the place of the old one, come to by the email's link; signed in or out. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useSession } from '../../web/http/session.client.ts';
import { AuthLayout, Elsewhere } from './AuthLayout.tsx';
import { Confirmation, ExpiredLink } from './Confirmation.tsx';
import { newEmailQuery } from './profile.client.ts';

const route = getRouteApi('/confirm-new-email');

export function ConfirmNewEmail() {
  const { token } = route.useSearch();
  const { data: user } = useSession();
  return (
    <AuthLayout title="Confirm your new email address">
      <output className="block">{token ? <Outcome token={token} /> : <ExpiredLink />}</output>
      <Elsewhere>
        {user ? <Link to="/dashboard/profile">Go to your profile</Link> : <Link to="/login">Log in</Link>}
      </Elsewhere>
    </AuthLayout>
  );
}

function Outcome({ token }: { token: string }) {
  return (
    <Confirmation
      query={useQuery(newEmailQuery(token))}
      busy="Confirming your new email address..."
      confirmed="Thank you, your new email address is confirmed. From now on you sign in with it."
      expired={<ExpiredLink />}
    />
  );
}
