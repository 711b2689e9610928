/** After the trial: what a plan gives, and the two ways on. */
import Check from 'lucide-react/icons/check';
import { Button, ButtonLink, Icon } from '../../web/ui/display/Button.tsx';
import { AuthLayout } from '../account/AuthLayout.tsx';
import { useSignedInRedirect } from '../account/sign-in/sign-in.client.ts';
import { signOut } from '../account/sign-in/sign-out.client.ts';
import { isOver } from './trial.ts';

const BENEFITS = [
  'Manage unlimited properties',
  'Track tenants and rental payments',
  'Organise maintenance requests and service providers',
  'Financial insights with reports',
  'Access data anywhere',
];

export function TrialExpired() {
  useSignedInRedirect({ when: (person) => !isOver(person) });
  return (
    <AuthLayout
      title="Your Trial Has Expired"
      line="Choose a subscription plan to continue. Everything you entered is still here."
    >
      <ul className="mb-6 flex flex-col gap-2">
        {BENEFITS.map((benefit) => (
          <li key={benefit} className="flex gap-[10px]">
            <Icon of={Check} className="mt-1 text-green" />
            {benefit}
          </li>
        ))}
      </ul>
      <div className="flex flex-col gap-2">
        <ButtonLink href="/#pricing" variant="primary" wide>
          View Subscription Plans
        </ButtonLink>
        <Button wide onClick={() => void signOut({ to: '/login' })}>
          Sign in with another account
        </Button>
      </div>
    </AuthLayout>
  );
}
