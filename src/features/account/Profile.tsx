/** Who is signed in, as the server knows them. */
import { Card, CardHead } from '../../web/ui/Card.tsx';
import { Facts } from '../../web/ui/Facts.tsx';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { StatusState } from '../../web/ui/StatusState.tsx';
import { useLandlord } from './queries.client.ts';

export function Profile() {
  const { name, email, emailConfirmed } = useLandlord();
  return (
    <>
      <PageHead title="Profile" />
      <Card aria-labelledby="account" className="max-w-[840px]">
        <CardHead title="Your account" id="account" />
        <div className="p-5 max-md:p-4">
          <Facts
            facts={[
              { name: 'Name', value: name },
              { name: 'Email', value: <Email address={email} confirmed={emailConfirmed} /> },
            ]}
          />
        </div>
      </Card>
    </>
  );
}

function Email({ address, confirmed }: { address: string; confirmed: boolean }) {
  return (
    <>
      {address}
      <br />
      {confirmed ? (
        <StatusState state="good" small>
          Confirmed
        </StatusState>
      ) : (
        <StatusState state="soon" small>
          Not confirmed yet: please follow the link in the letter we sent you.
        </StatusState>
      )}
    </>
  );
}
