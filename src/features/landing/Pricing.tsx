import { formatPence } from '../../shared/money.ts';
import { listed, PLANS, type Plan } from '../billing/plan.ts';
import { STILL_OPEN } from '../billing/trial.ts';
import { MARKS } from './page.ts';

const FIRST_GRID_SIZE = 3;

export function Pricing({ signedIn }: { signedIn: boolean }) {
  return (
    <section className="w block" id="pricing" aria-labelledby="pricing-title">
      <div className="intro">
        <h2 id="pricing-title">Pricing</h2>
        <p className="quieter">
          Prices in pounds per month. You can keep any number of properties on every plan. A tick means available today.
        </p>
      </div>
      {MARKS.plan}
      {signedIn && <StillOpen />}
      <ul className="plans">
        {PLANS.slice(0, FIRST_GRID_SIZE).map((plan) => (
          <PlanCard key={plan.id} plan={plan} signedIn={signedIn} />
        ))}
      </ul>
      <ul className="plans large">
        {PLANS.slice(FIRST_GRID_SIZE).map((plan) => (
          <PlanCard key={plan.id} plan={plan} signedIn={signedIn} />
        ))}
      </ul>
    </section>
  );
}

/** Links to the screens that are open without a plan. The page's script handles signing out. */
function StillOpen() {
  return (
    <nav className="still-open" aria-labelledby="still-open">
      <h3 id="still-open">Available with or without a plan</h3>
      <ul>
        {STILL_OPEN.map(({ name, link }) => (
          <li key={name}>
            <a {...link}>{name}</a>
          </li>
        ))}
        <li>
          <button type="button" id="sign-out">
            Sign out
          </button>
        </li>
      </ul>
      <p role="alert" />
    </nav>
  );
}

type CardProps = { plan: Plan; signedIn: boolean };

function PlanCard({ plan, signedIn }: CardProps) {
  const { here, coming } = listed(plan);
  return (
    <li className={plan.recommended ? 'plan recommended' : 'plan'}>
      <div className="name">
        <h3 id={`plan-${plan.id}`}>{plan.name}</h3>
        {plan.recommended && <span className="popular">Most Popular</span>}
      </div>
      <p className="quieter">{plan.description}</p>
      <p className="price">
        <b>{formatPence(plan.pricePence)}</b> <span className="quieter">a month</span>
        <small>{formatPence(plan.pricePence * 12)} a year</small>
      </p>
      <a
        className={`button subscribe ${plan.recommended ? 'primary' : 'secondary'}`}
        href={subscribeAddress(plan, signedIn)}
        data-checkout={signedIn ? plan.id : undefined}
        aria-describedby={`plan-${plan.id}`}
      >
        Subscribe
      </a>
      <div className="holds">
        <ul>
          {here.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        {coming.length > 0 && (
          <div className="coming">
            <h4>Coming</h4>
            <ul>
              {coming.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </div>
        )}
      </div>
      {plan.notIncluded.length > 0 && (
        <details>
          <summary>
            Not included <span className="unseen">in {plan.name}</span>
          </summary>
          <ul>
            {plan.notIncluded.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Returns the plans page, for visitors after signing up. When signed in, the script starts a checkout instead. */
function subscribeAddress({ id }: Plan, signedIn: boolean): string {
  const address = `/dashboard/plans?plan=${id}`;
  return signedIn ? address : `/signup?next=${encodeURIComponent(address)}`;
}
