/** Who is signed in, as the server knows them. */
import { useMutation } from '@tanstack/react-query';
import { saving } from '../../web/save.client.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Card, CardHead } from '../../web/ui/Card.tsx';
import { Facts } from '../../web/ui/Facts.tsx';
import { PageHead } from '../../web/ui/PageHead.tsx';
import { StatusState } from '../../web/ui/StatusState.tsx';
import { toast } from '../../web/ui/toast.client.ts';
import { accountSentence, askForConfirmation, useLandlord } from './queries.client.ts';

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
        <NotConfirmed />
      )}
    </>
  );
}

function NotConfirmed() {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => saving(askForConfirmation),
    onSuccess: () => toast.success('The letter is on its way.'),
    onError: (error) => toast.error(accountSentence(error)),
  });
  return (
    <div className="flex flex-col items-start gap-3">
      <StatusState state="soon" small>
        Not confirmed yet: please follow the link in the letter we sent you.
      </StatusState>
      {isSuccess ? null : (
        <Button size="small" busy={isPending ? 'Sending...' : undefined} onClick={() => mutate()}>
          Send the letter again
        </Button>
      )}
    </div>
  );
}
