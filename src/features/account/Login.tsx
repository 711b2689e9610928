/** Signing in. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { returnPath } from '../../web/paths.ts';
import { Form, SubmitButton } from '../../web/ui/Form.tsx';
import { FormField } from '../../web/ui/FormField.tsx';
import { useZodForm } from '../../web/ui/form.client.ts';
import { PasswordInput } from '../../web/ui/PasswordInput.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { toast } from '../../web/ui/toast.client.ts';
import { SignInInput } from './account.ts';
import { Elsewhere, Entrance } from './Entrance.tsx';
import { failedAtTheDoor, signIn } from './queries.client.ts';
import { useWayIn } from './way-in.client.ts';

const route = getRouteApi('/login');

export function Login() {
  const { next } = route.useSearch();
  useWayIn({ to: returnPath(next) });
  const form = useZodForm({
    schema: SignInInput,
    start: { email: '', password: '' },
    save: signIn,
    saved: () => toast.success('Login successful!'),
    failed: failedAtTheDoor,
  });
  return (
    <Entrance title="Welcome back">
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
    </Entrance>
  );
}
