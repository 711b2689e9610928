/** The fields by which a landlord proves again who they are, in any form of the account. */
import type { FieldPath, FieldValues } from 'react-hook-form';
import { useLandlord } from '../../../web/http/session.client.ts';
import { FormField } from '../../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../../web/ui/form/Inputs.tsx';

type Props<Input extends FieldValues, Output> = { form: FormHandle<Input, Output> };

/** `password`. */
export function YourPassword<Input extends FieldValues & { password: string }, Output>({ form }: Props<Input, Output>) {
  const { email } = useLandlord();
  return (
    <>
      {/* Unseen, so that a password manager knows whose password it is asked for. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField form={form} name={'password' as FieldPath<Input>} label="Your password">
        <PasswordInput autoComplete="current-password" />
      </FormField>
    </>
  );
}

/** `code`, for who has an authenticator app; for who has a passkey too it may stay empty. */
export function YourCode<Input extends FieldValues & { code: string }, Output>({ form }: Props<Input, Output>) {
  const { secondFactor, passkeys } = useLandlord();
  if (!secondFactor) return null;
  const hint = 'From your authenticator app, or a recovery code.';
  return (
    <FormField
      form={form}
      name={'code' as FieldPath<Input>}
      label="Code"
      hint={passkeys > 0 ? `${hint} Leave it empty to use a passkey.` : hint}
      optional={passkeys > 0}
    >
      <TextInput autoComplete="one-time-code" />
    </FormField>
  );
}
