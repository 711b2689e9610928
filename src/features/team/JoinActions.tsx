import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { isRefusal } from '../../shared/app-error.ts';
import { refetchSession } from '../../web/http/session.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { keepFocus } from '../../web/ui/display/PageHead.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { Field, FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../web/ui/form/Form.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../web/ui/form/Inputs.tsx';
import { ConfirmDialog } from '../../web/ui/overlay/Dialog.tsx';
import { SignUpInput } from '../account/account.ts';
import { accountSentence } from '../account/sign-in/sign-in.client.ts';
import { signOut } from '../account/sign-in/sign-out.client.ts';
import { declineInvitation, invitationQuery, joinAccount, joinBySignUp } from './accounts.client.ts';
import type { Invitation } from './team.ts';

type Props = {
  token: string;
  invitation: Invitation;
  /** The address of the signed-in person; null if signed out. */
  signedIn: string | null;
};

export function JoinActions({ token, invitation, signedIn }: Props) {
  const { email, account, known } = invitation;
  const [declined, setDeclined] = useState(false);
  if (declined) {
    return (
      <Banner tone="green" role="status">
        You have declined this invitation. We have emailed the person who invited you.
      </Banner>
    );
  }
  const decline = <Decline token={token} account={account} onDeclined={() => setDeclined(true)} />;
  if (signedIn !== null && signedIn.toLowerCase() !== email.toLowerCase()) {
    return (
      <>
        <Banner tone="amber" className="mb-4">
          This invitation is for <b className="wrap-anywhere">{email}</b>. You are signed in as{' '}
          <b className="wrap-anywhere">{signedIn}</b>.
        </Banner>
        <Button variant="primary" wide onClick={() => void signOut({ to: `/join?token=${encodeURIComponent(token)}` })}>
          Sign out and continue
        </Button>
      </>
    );
  }
  if (signedIn !== null) return <Join token={token} account={account} decline={decline} />;
  if (!known) return <SignUp token={token} email={email} account={account} decline={decline} />;
  return (
    <div className="flex flex-col gap-3">
      <p>
        You already have a sign-in with <b className="wrap-anywhere">{email}</b>. Log in to join.
      </p>
      <ButtonLink variant="primary" wide href={`/login?${new URLSearchParams({ next: `/join?token=${token}` })}`}>
        Log in
      </ButtonLink>
      {decline}
    </div>
  );
}

type WithDecline = { token: string; account: string; decline: ReactNode };

function Join({ token, account, decline }: WithDecline) {
  const cache = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => joinAccount(token),
    // The invitation or the session may have ended since the page was opened.
    onError: () => {
      void cache.invalidateQueries({ queryKey: invitationQuery(token).queryKey });
      void refetchSession();
    },
  });
  return (
    <div className="flex flex-col gap-3">
      {error && (
        <Banner tone="red" role="alert">
          {accountSentence(error)}
        </Banner>
      )}
      <Button variant="primary" wide busy={isPending ? 'Joining...' : undefined} onClick={() => mutate()}>
        Join {account}
      </Button>
      {decline}
    </div>
  );
}

const Fields = SignUpInput.pick({ name: true, password: true }).extend({
  acceptTerms: z.boolean().pipe(SignUpInput.shape.acceptTerms),
});

function SignUp({ token, email, account, decline }: WithDecline & { email: string }) {
  const cache = useQueryClient();
  const form = useZodForm({
    schema: Fields,
    start: { name: '', password: '', acceptTerms: false },
    save: (input) => joinBySignUp({ ...input, token }),
    failed: (error) => {
      // Someone has signed up with this address, or the invitation has ended.
      if (isRefusal(error, 'email_taken') || isRefusal(error, 'link_expired'))
        void cache.invalidateQueries({ queryKey: invitationQuery(token).queryKey });
      return accountSentence(error);
    },
  });
  return (
    <>
      <Form form={form} label="Sign up" className="flex flex-col gap-5">
        <Field label="Email">
          <TextInput type="email" autoComplete="username" value={email} readOnly />
        </Field>
        <FormField form={form} name="name" label="Name">
          <TextInput autoComplete="name" />
        </FormField>
        <FormField form={form} name="password" label="Password" hint="At least 8 characters.">
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <FormChoice form={form} name="acceptTerms">
          {(error) => (
            <Checkbox
              error={error}
              label={
                <>
                  I accept the <NewTab href="/terms">terms</NewTab> and the{' '}
                  <NewTab href="/privacy">privacy notice</NewTab>
                </>
              }
            />
          )}
        </FormChoice>
        <SubmitButton form={form} busy="Joining..." wide>
          Sign up and join {account}
        </SubmitButton>
      </Form>
      <div className="mt-3">{decline}</div>
    </>
  );
}

function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

type DeclineProps = { token: string; account: string; onDeclined: () => void };

function Decline({ token, account, onDeclined }: DeclineProps) {
  const [confirming, setConfirming] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => declineInvitation(token),
    onSuccess: () => {
      onDeclined();
      keepFocus();
    },
    onError: () => setConfirming(false),
  });
  return (
    <>
      {error && (
        <Banner tone="red" role="alert">
          {accountSentence(error)}
        </Banner>
      )}
      <Button wide onClick={() => setConfirming(true)}>
        Decline
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Decline the invitation"
        question={`You will not join ‘${account}’, and this link stops working. We will email the person who invited you.`}
        confirm="Decline"
        busy={isPending ? 'Declining...' : undefined}
        onConfirm={() => mutate()}
      />
    </>
  );
}
