/** The landing page: what Tenure is, what it costs, whom to ask. */
import { Building2, ChartColumn, House, MessagesSquare, PoundSterling, Users, Wrench } from 'lucide-react';
import { Pricing } from './Pricing.tsx';
import { DRAWN_STREET, MARKS } from './page.ts';

const STEPS = [
  {
    title: 'Add Properties',
    text: 'Type the address and the rent. A flat takes a minute, and every detail can follow later.',
  },
  { title: 'Manage Tenants', text: 'Link tenants to a property. Status, lease end and deposit follow by themselves.' },
  {
    title: 'Track Services',
    text: 'Keep your plumber, your electrician and their invoices beside the homes they look after.',
  },
] as const;

const FEATURES = [
  {
    icon: House,
    title: 'Property Management',
    text: 'Address, rent, keys, certificates and nine compliance checks for every home you let.',
  },
  {
    icon: Users,
    title: 'Tenant Management',
    text: 'Who lives where, until when, for how much, and who stands guarantor.',
  },
  {
    icon: PoundSterling,
    title: 'Financial Tracking',
    text: 'Income and expenses by property, to the penny, typed in or fetched from your bank.',
  },
  {
    icon: MessagesSquare,
    title: 'Communication Tools',
    text: 'Write to or call a tenant or a supplier straight from their record.',
  },
  {
    icon: Wrench,
    title: 'Maintenance Alerts',
    text: 'Expiring certificates, ending leases and unpaid invoices, the most urgent first.',
  },
  {
    icon: ChartColumn,
    title: 'Analytics Dashboard',
    text: 'Occupancy, revenue and costs month by month, each figure with the rows behind it.',
  },
] as const;

const TRIAL = [
  { title: '7 days free', text: 'The whole product, not a demonstration.' },
  { title: 'No credit card', text: 'You are not asked for one, and nothing renews by itself.' },
  { title: 'Easy setup', text: 'A name, an email, a password; then your first address.' },
] as const;

export function Landing({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <section className="hero" aria-labelledby="hero">
        <div className="w">
          <h1 id="hero">Property Management Simplified</h1>
          <p className="lede">
            Rent, leases, certificates and costs for every home you let. What needs doing comes first.
          </p>
          <p className="cta">
            <WayIn signedIn={signedIn} />
            {!signedIn && (
              <a className="button secondary" href="/login">
                Log in
              </a>
            )}
          </p>
          <ul className="quieter">
            <li>Try the product free for 7 days</li>
            <li>No credit card required</li>
          </ul>
        </div>
        {DRAWN_STREET}
      </section>

      <section className="w block" aria-labelledby="how">
        <h2 id="how">How It Works</h2>
        <ol className="steps">
          {STEPS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className="w block split" id="features" aria-labelledby="features-title">
        <div>
          <h2 id="features-title">Features</h2>
          <p className="quieter">
            One place for what used to be a spreadsheet, a calendar and a box of papers. This is an early version:
            fetching from your bank, maintenance alerts and the dashboard's figures come next.
          </p>
        </div>
        <ul className="features">
          {FEATURES.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden size={20} strokeWidth={1.75} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>

      <section className="band" aria-labelledby="trial">
        <div className="w">
          <h2 id="trial">Try it for a week, risk-free</h2>
          <ul className="steps">
            {TRIAL.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <WayIn signedIn={signedIn} />
        </div>
      </section>

      <Pricing signedIn={signedIn} />

      <section className="w block split" id="contact" aria-labelledby="contact-title">
        <h2 id="contact-title">Contact</h2>
        <div className="contact">
          <Building2 aria-hidden size={20} strokeWidth={1.75} />
          <div>
            <p>
              Questions about your account, the prices or your data go to <b>{MARKS.operator}</b>.
            </p>
            <p className="quieter">{MARKS.contact}</p>
          </div>
        </div>
      </section>

      <section className="closing" aria-labelledby="closing">
        <div className="w">
          <h2 id="closing">Every home you let, in one place.</h2>
          <WayIn signedIn={signedIn} />
        </div>
        <svg className="street" viewBox="0 0 2400 360" aria-hidden="true">
          <use href="#street" />
        </svg>
      </section>
    </>
  );
}

/** The page's one action: begin, or go on where the landlord has begun already. */
function WayIn({ signedIn }: { signedIn: boolean }) {
  return (
    <a className="button primary" href={signedIn ? '/dashboard' : '/signup'}>
      {signedIn ? 'Dashboard' : 'Start Free Trial'}
    </a>
  );
}
