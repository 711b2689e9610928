/** How it stands with the landlord's address: confirmed or not, and whether another waits to take its place. */
import { useMutation } from '@tanstack/react-query';
import { withSession } from '../../web/http/save.client.ts';
import { useLandlord } from '../../web/http/session.client.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { profileSentence, saveProfile } from './profile.client.ts';
import { accountSentence, askForConfirmation } from './queries.client.ts';

export function EmailState() {
  const { emailConfirmed, newEmail } = useLandlord();
  // The email to ask for again is then the new address's.
  if (!emailConfirmed) return newEmail === null ? <NotConfirmed /> : null;
  return (
    <StatusState state="good" small>
      Confirmed
    </StatusState>
  );
}

function NotConfirmed() {
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => withSession(askForConfirmation),
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

/** The address that waits for its email to be answered, if there is one. `onGone`: it was given up, and this with it. */
export function WaitingEmail({ onGone }: { onGone: () => void }) {
  const { name, email, newEmail } = useLandlord();
  const failed = (error: Error) => toast.error(profileSentence(error));
  const again = useMutation({
    mutationFn: (address: string) => saveProfile({ name, email: address, currentPassword: '' }),
    onSuccess: () => toast.success('The letter is on its way.'),
    onError: failed,
  });
  const cancel = useMutation({
    mutationFn: () => saveProfile({ name, email, currentPassword: '' }),
    onSuccess: () => {
      toast.success(`Your email address stays ${email}`);
      onGone();
    },
    onError: failed,
  });
  if (newEmail === null) return null;
  return (
    <Banner
      tone="blue"
      action={
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
          <Button size="small" busy={again.isPending ? 'Sending...' : undefined} onClick={() => again.mutate(newEmail)}>
            Send again
          </Button>
          <Button size="small" busy={cancel.isPending ? 'Cancelling...' : undefined} onClick={() => cancel.mutate()}>
            Cancel
          </Button>
        </div>
      }
    >
      <b className="wrap-anywhere">{newEmail}</b> is waiting for confirmation. Please follow the link in the letter we
      sent there. Until then your email stays as it is.
    </Banner>
  );
}
