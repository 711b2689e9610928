/** Signing in. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { AuthLayout, Elsewhere } from '../AuthLayout.tsx';
import { SignInInput } from '../account.ts';
import { showSignInError, signIn, useSignedInRedirect } from './sign-in.client.ts';

const route = getRouteApi('/login');

export function Login() {
  const { next } = route.useSearch();
  useSignedInRedirect({ to: next });
  const form = useZodForm({
    schema: SignInInput,
    start: { email: '', password: '' },
    save: signIn,
    saved: () => toast.success('Login successful!'),
    failed: showSignInError,
  });
  return (
    <AuthLayout title="Welcome back">
      <Form form={form} label="Log in" className="mb-4 flex flex-col gap-5">
        <FormField form={form} name="email" label="Email">
          <TextInput type="email" inputMode="email" autoComplete="username" />
        </FormField>
        <FormField form={form} name="password" label="Password">
          <PasswordInput autoComplete="current-password" />
        </FormField>
        <SubmitButton form={form} wide busy="Logging in...">
          Log in
        </SubmitButton>
      </Form>
      <p className="text-s">
        <Link to="/forgot-password">Forgot your password?</Link>
      </p>
      <Elsewhere>
        New to Tenure? <Link to="/signup">Start Your Free Trial</Link>
      </Elsewhere>
    </AuthLayout>
  );
}
