/** The five plans: three in one grid, the two largest below. */
import { formatPence } from '../../shared/money.ts';
import { escalation, PLANS, type Plan } from '../billing/plan.ts';
import { STILL_OPEN } from '../billing/trial.ts';

/** How many plans stand in the first grid. */
const FIRST = 3;

export function Pricing({ signedIn }: { signedIn: boolean }) {
  return (
    <section className="w block" id="pricing" aria-labelledby="pricing-title">
      <div className="intro">
        <h2 id="pricing-title">Pricing</h2>
        <p className="quieter">Per month, in pounds.</p>
      </div>
      <p className="honest">
        Paid plans cannot be bought yet in this version. When a trial ends nothing is deleted: your data stays safe, and
        Finance, your profile, your settings and the download of your data stay open to you.
      </p>
      {signedIn && <StillOpen />}
      <ul className="plans">
        {PLANS.slice(0, FIRST).map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
      <ul className="plans large">
        {PLANS.slice(FIRST).map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </ul>
    </section>
  );
}

/** On the way from a screen that is closed without a plan: everything that is not. The page's script signs out. */
function StillOpen() {
  return (
    <nav className="still-open" aria-labelledby="still-open">
      <h3 id="still-open">Open to you, with or without a plan</h3>
      <ul>
        {STILL_OPEN.map(({ name, path }) => (
          <li key={name}>
            <a href={path}>{name}</a>
          </li>
        ))}
        <li>
          <a href="/api/my-data" download>
            Download my data
          </a>
        </li>
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

function PlanCard({ plan }: { plan: Plan }) {
  const { from, adds } = escalation(plan);
  return (
    <li className={plan.recommended ? 'plan recommended' : 'plan'}>
      <div className="name">
        <h3>{plan.name}</h3>
        {plan.recommended && <span className="popular">Most Popular</span>}
      </div>
      <p className="quieter">{plan.description}</p>
      <p className="price">
        <b>{formatPence(plan.pricePence)}</b> <span className="quieter">a month</span>
      </p>
      <div className="holds">
        <h4>{from ? `Everything in ${from.name}, and` : 'Includes'}</h4>
        <ul>
          {adds.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
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
