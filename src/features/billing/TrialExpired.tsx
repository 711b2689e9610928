/** Rendered at build time, so a plain form signs out. */
import Check from 'lucide-react/icons/check';
import LogOut from 'lucide-react/icons/log-out';
import type { ReactNode } from 'react';
import { PLACE_ICONS } from './PlaceIcons.tsx';
import { STILL_OPEN } from './trial.ts';

const BENEFITS = [
  'Manage unlimited properties',
  'Track tenants and rental payments',
  'Organise maintenance requests and service providers',
  'Financial insights with reports',
  'Access data anywhere',
];

const ICON = { className: 'icon', 'aria-hidden': true, strokeWidth: 1.75 } as const;

export function TrialExpired({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      {signedIn && <StillOpen />}
      <ul className="benefits">
        {BENEFITS.map((benefit) => (
          <li key={benefit}>
            <Check {...ICON} />
            {benefit}
          </li>
        ))}
      </ul>
      <a className="button primary" href="/#pricing">
        View Subscription Plans
      </a>
      <SignOut to="/login" look="button secondary">
        Sign in with another account
      </SignOut>
    </>
  );
}

function StillOpen() {
  return (
    <section className="still-open" aria-labelledby="still-open">
      <h2 id="still-open">Still open to you</h2>
      <div className="places">
        {STILL_OPEN.map(({ name, link }) => {
          const Shape = PLACE_ICONS[name];
          return (
            <a key={name} {...link}>
              <Shape {...ICON} />
              {name}
            </a>
          );
        })}
        <SignOut to="/">
          <LogOut {...ICON} />
          Sign out
        </SignOut>
      </div>
    </section>
  );
}

function SignOut({ to, look, children }: { to: '/' | '/login'; look?: string; children: ReactNode }) {
  return (
    <form className="sign-out" method="post" action="/sign-out">
      <button type="submit" className={look} name="to" value={to}>
        {children}
      </button>
      <p className="failed" role="alert" />
    </form>
  );
}
