/** Signing in, and signing up, which starts the free trial. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import { Form, SubmitButton } from '../../../web/ui/form/Form.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { PasswordInput, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { AuthLayout, Elsewhere } from '../AuthLayout.tsx';
import { SignInInput, SignUpInput } from '../account.ts';
import { accountSentence, signIn, signUp, useSignedInRedirect } from './sign-in.client.ts';

const [login, signup] = [getRouteApi('/login'), getRouteApi('/signup')];

export function Login() {
  const search = login.useSearch();
  useSignedInRedirect({ to: search.next });
  const form = useZodForm({
    schema: SignInInput,
    start: { email: '', password: '' },
    save: signIn,
    saved: () => toast.success('Login successful!'),
    failed: accountSentence,
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
        New to Tenure?{' '}
        <Link to="/signup" search={search}>
          Start Your Free Trial
        </Link>
      </Elsewhere>
    </AuthLayout>
  );
}

export function SignUp() {
  const search = signup.useSearch();
  useSignedInRedirect({ to: search.next });
  const form = useZodForm({
    schema: SignUpInput,
    start: { name: '', email: '', password: '' },
    save: signUp,
    saved: () => toast.success('Account created! Your 7-day free trial has started.'),
    failed: accountSentence,
  });
  return (
    <AuthLayout title="Start Your Free Trial" line="Free for 7 days. No credit card required.">
      <Form form={form} label="Sign up" className="flex flex-col gap-5">
        <FormField form={form} name="name" label="Name">
          <TextInput autoComplete="name" />
        </FormField>
        <FormField form={form} name="email" label="Email">
          <TextInput type="email" inputMode="email" autoComplete="username" />
        </FormField>
        <FormField form={form} name="password" label="Password" hint="At least 8 characters.">
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <FormChoice form={form} name="acceptTerms">
          {(error) => <Checkbox error={error} label={<Terms />} />}
        </FormChoice>
        <SubmitButton form={form} wide busy="Creating your account...">
          Start Free Trial
        </SubmitButton>
      </Form>
      <Elsewhere>
        Already have an account?{' '}
        <Link to="/login" search={search}>
          Log in
        </Link>
      </Elsewhere>
    </AuthLayout>
  );
}

function Terms() {
  return (
    <>
      I accept the <NewTab href="/terms">terms</NewTab> and the <NewTab href="/privacy">privacy notice</NewTab>
    </>
  );
}

/** So that what was typed stays while the terms are read. */
function NewTab({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}
