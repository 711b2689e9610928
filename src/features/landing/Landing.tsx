/** The landing page: what Tenure is, what it costs, what happens on day 8, whom to ask. Says of the product what exists today. */
import { ChartColumn, ChevronDown, House, MessagesSquare, PoundSterling, Users, Wrench } from 'lucide-react';
import { formatPence } from '../../shared/money.ts';
import { PLANS } from '../billing/plan.ts';
import { Pricing } from './Pricing.tsx';
import { DRAWN_STREET, LOAD_PICTURE, MARKS, type Pictures } from './page.ts';

const STEPS = [
  {
    title: 'Add Properties',
    text: 'Type the address and the rent. Nine compliance items then wait to be filled in.',
  },
  { title: 'Manage Tenants', text: 'Link tenants to a property. Its status and the end of the lease follow from it.' },
  {
    title: 'Track Services',
    text: 'Keep your plumber, your electrician and their invoices beside the homes they look after.',
  },
] as const;

type Feature = { icon: typeof House; title: string; text: string; coming?: string };

const FEATURES: readonly Feature[] = [
  {
    icon: House,
    title: 'Property Management',
    text: 'Every address with its rent, keys, certificates, invoices and a photo.',
  },
  {
    icon: Users,
    title: 'Tenant Management',
    text: 'Leases, deposits and guarantors. You are emailed when a lease ends within 30 days.',
  },
  {
    icon: PoundSterling,
    title: 'Financial Tracking',
    text: 'Who has paid the rent and who is behind. Income and expenses by property: typed in, from your bank or a file.',
  },
  {
    icon: MessagesSquare,
    title: 'Communication Tools',
    text: 'Email or call a tenant or a supplier from the page you are reading.',
    coming: 'messages sent and kept in Tenure',
  },
  {
    icon: Wrench,
    title: 'Maintenance Alerts',
    text: 'Certificates and safety checks that run out or are missing come first on their list.',
    coming: 'repairs that tenants report',
  },
  {
    icon: ChartColumn,
    title: 'Analytics Dashboard',
    text: 'Occupancy and revenue compared with last month; income, expenses and what waits to be paid.',
  },
];

const TRIAL = [
  { title: '7 days free', text: 'Everything that has a tick below.' },
  { title: 'No credit card', text: 'Choose a plan when the week is over, or leave.' },
  { title: 'Easy setup', text: 'A name, an email, a password; then your first address.' },
] as const;

const QUESTIONS = [
  {
    question: 'What happens to my data?',
    answer: (
      <>
        It is kept on this server, and the database itself keeps each landlord’s records apart. Files are private and
        checked every time one is opened. Nothing is sold, and there are no adverts. <a href="/privacy">Privacy</a> says
        it in full.
      </>
    ),
  },
  {
    question: 'Can I leave with it?',
    answer:
      'Yes. ‘Download my data’ gives you one file with everything you entered and every document, also after the trial is over. Then delete the account in your profile: records and files go with it.',
  },
  {
    question: 'Does it do my tax?',
    answer:
      'It adds up income and expenses for a tax year, 6 April to 5 April, by property and category, and exports them for you or your accountant. It sends nothing to HMRC.',
  },
  {
    question: 'Does it work on my phone?',
    answer:
      'Yes, in the browser, and you can put it on the home screen. There is no app in a store, and it needs a connection.',
  },
  {
    question: 'Who helps me?',
    answer: <>Write below; a person reads it. {MARKS.contact} There is no telephone line yet.</>,
  },
  {
    question: 'Who is behind it?',
    answer: (
      <>
        Tenure on this server is run by {MARKS.operator}. The software is open source, so anybody can read what it does.
      </>
    ),
  },
] as const;

/** '£155.88 for Basic, £359.88 for Standard …' */
const YEARS = new Intl.ListFormat('en-GB').format(
  PLANS.map(({ name, pricePence }) => `${formatPence(pricePence * 12)} for ${name}`),
);

type Props = { signedIn: boolean; pictures: Pictures };

export function Landing({ signedIn, pictures }: Props) {
  return (
    <>
      <section className="hero" aria-labelledby="hero">
        <div className="w say">
          <h1 id="hero">Property Management Simplified</h1>
          <div>
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
        </div>
        <Picture pictures={pictures} />
        {DRAWN_STREET}
      </section>
      <p className="w quieter caption">Finance, with invented homes and tenants.</p>

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
            Made for landlords and letting agents in the United Kingdom: pounds and pence, gas safety to HHSRS. What is
            not there yet says ‘coming’.
          </p>
        </div>
        <ul className="features">
          {FEATURES.map(({ icon: Icon, title, text, coming }) => (
            <li key={title}>
              <Icon aria-hidden size={20} strokeWidth={1.75} />
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
                {coming && <p className="later">Coming: {coming}</p>}
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

      <section className="w block split" aria-labelledby="day-8">
        <h2 id="day-8">What happens on day 8</h2>
        <p className="day-8">
          Nothing is charged, because there is no card of yours. Your properties, tenants and suppliers close until you
          choose a plan; <b>everything you entered is kept</b>. Finance, your profile, your settings and ‘Download my
          data’ stay open. To leave, delete the account in your profile, or simply do not choose a plan. A year costs
          twelve times the month: {YEARS}.
        </p>
      </section>

      <section className="w block split" aria-labelledby="questions">
        <div>
          <h2 id="questions">Six questions</h2>
          <p className="quieter">Before you type in your first tenant.</p>
        </div>
        <div className="questions">
          {QUESTIONS.map(({ question, answer }) => (
            <details key={question}>
              <summary>
                {question}
                <ChevronDown aria-hidden size={16} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </section>

      <section className="w block split" id="contact" aria-labelledby="contact-title">
        <div>
          <h2 id="contact-title">Contact</h2>
          <p className="quieter">
            More than 200 units, or moving from another system? Say how you work. {MARKS.contact} It is kept for a year
            at most, to answer it and for nothing else.
          </p>
        </div>
        {MARKS.form}
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

/** A picture is loaded when it is shown: lazily, but for the theme's own, which the script behind them asks for at once. */
function Picture({ pictures }: { pictures: Pictures }) {
  const alt = 'The Finance screen of Tenure: four sums above a list of payments, with the homes they belong to';
  return (
    <div className="w">
      <div className="frame">
        <picture className="by-day">
          <source media="(max-width: 767px)" srcSet={pictures.phone} width={375} height={575} />
          <img src={pictures.wide} width={1280} height={704} alt={alt} loading="lazy" fetchPriority="high" />
        </picture>
        <picture className="by-night">
          <source media="(max-width: 767px)" srcSet={pictures['phone-dark']} width={375} height={575} />
          <img src={pictures['wide-dark']} width={1280} height={704} alt={alt} loading="lazy" fetchPriority="high" />
        </picture>
        <script>{LOAD_PICTURE}</script>
      </div>
    </div>
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
