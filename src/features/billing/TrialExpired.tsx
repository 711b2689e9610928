/** After the trial: what stays open, what a plan gives, and the two ways on. */
import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import LogOut from 'lucide-react/icons/log-out';
import PoundSterling from 'lucide-react/icons/pound-sterling';
import Settings from 'lucide-react/icons/settings';
import User from 'lucide-react/icons/user';
import { useSession } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button, ButtonLink, Icon } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { AuthLayout } from '../account/AuthLayout.tsx';
import { useSignedInRedirect } from '../account/sign-in/sign-in.client.ts';
import { signOut } from '../account/sign-in/sign-out.client.ts';
import { isOver, STILL_OPEN } from './trial.ts';

const BENEFITS = [
  'Manage unlimited properties',
  'Track tenants and rental payments',
  'Organise maintenance requests and service providers',
  'Financial insights with reports',
  'Access data anywhere',
];

const ICONS = { Finance: PoundSterling, Profile: User, Settings };

export function TrialExpired() {
  const { data: user } = useSession();
  useSignedInRedirect({ when: (person) => !isOver(person) });
  return (
    <AuthLayout
      title="Your Trial Has Expired"
      line="Choose a subscription plan to continue. Everything you entered is still here."
    >
      {user && <StillOpen />}
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

function StillOpen() {
  const look = { variant: 'quiet', className: 'justify-start! text-ink! font-normal!' } as const;
  return (
    <Card aria-labelledby="still-open" className="mb-6">
      <CardHead id="still-open" title="Still open to you" />
      <div className="grid grid-cols-[2fr_3fr] gap-1 p-2">
        {STILL_OPEN.map(({ name, path }) => (
          <LinkButton key={name} to={path} icon={ICONS[name]} {...look}>
            {name}
          </LinkButton>
        ))}
        <ButtonLink href="/api/my-data" download icon={Download} {...look}>
          Download my data
        </ButtonLink>
        <Button icon={LogOut} onClick={() => void signOut({ to: '/' })} {...look}>
          Sign out
        </Button>
      </div>
    </Card>
  );
}
