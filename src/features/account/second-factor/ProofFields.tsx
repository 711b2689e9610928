import type { FieldPath, FieldValues } from 'react-hook-form';
import { FormField } from '../../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import type { SignIn } from './second-factor.ts';

type Props<Input extends FieldValues, Output> = { form: FormHandle<Input, Output>; person: SignIn };

export function YourPassword<Input extends FieldValues & { password: string }, Output>({
  form,
  person: { email },
}: Props<Input, Output>) {
  return (
    <>
      {/* Hidden: gives password managers the account name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <FormField form={form} name={'password' as FieldPath<Input>} label="Your password">
        <PasswordInput autoComplete="current-password" />
      </FormField>
    </>
  );
}

/** The field `code`, for people with an authenticator app. Optional if they also have a passkey. */
export function YourCode<Input extends FieldValues & { code: string }, Output>({
  form,
  person: { secondFactor, passkeys },
}: Props<Input, Output>) {
  if (!secondFactor) return null;
  const hint = 'From your authenticator app, or a recovery code.';
  return (
    <FormField
      form={form}
      name={'code' as FieldPath<Input>}
      label="Code"
      hint={passkeys > 0 ? `${hint} Leave this blank to use a passkey.` : hint}
      optional={passkeys > 0}
    >
      <TextInput autoComplete="one-time-code" />
    </FormField>
  );
}
