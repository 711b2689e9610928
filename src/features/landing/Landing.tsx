/** Features that do not exist yet are marked as coming. */
import { ChartColumn, ChevronDown, House, MessagesSquare, PoundSterling, Users, Wrench } from 'lucide-react';
import { formatPence } from '../../shared/money.ts';
import { PLANS } from '../billing/plan.ts';
import { Pricing } from './Pricing.tsx';
import { DRAWN_STREET, LOAD_PICTURE, MARKS, type Pictures } from './page.ts';

const STEPS = [
  {
    title: 'Add Properties',
    text: 'Enter the address and rent, then fill in 9 compliance items.',
  },
  { title: 'Manage Tenants', text: 'Link tenants to a property. We update its status and lease end.' },
  {
    title: 'Track Services',
    text: 'Keep your plumber, electrician and their invoices with the homes they work on.',
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
    text: 'Leases, deposits and guarantors. We email you when a lease ends within 30 days.',
  },
  {
    icon: PoundSterling,
    title: 'Financial Tracking',
    text: 'See who has paid rent and who is behind. Add income and expenses yourself, or import them from your bank or a file.',
  },
  {
    icon: MessagesSquare,
    title: 'Communication Tools',
    text: 'Email or call a tenant or supplier from their page.',
    coming: 'messages sent and stored in Tenure',
  },
  {
    icon: Wrench,
    title: 'Maintenance Alerts',
    text: 'See first which certificates and safety checks are missing or about to expire. Tenants can report repairs.',
  },
  {
    icon: ChartColumn,
    title: 'Analytics Dashboard',
    text: 'Occupancy and revenue compared with last month, income, expenses and unpaid bills.',
  },
];

const TRIAL = [
  { title: '7 days free', text: 'All the features with a tick below.' },
  { title: 'No credit card', text: 'Choose a plan after 7 days, or leave.' },
  { title: 'Easy setup', text: 'Enter your name, email and password, then add your first property.' },
] as const;

const QUESTIONS = [
  {
    question: 'What happens to my data?',
    answer: (
      <>
        We store it on this server, where the database separates each landlord’s records. Files are private, and we
        check your access every time one is opened. We do not sell data or show adverts. Read the full{' '}
        <a href="/privacy">privacy notice</a>.
      </>
    ),
  },
  {
    question: 'Can I take my data with me?',
    answer:
      'Yes. ‘Download my data’ gives you one file with everything you entered and every document, even after the trial. You can then delete your account and all its data in your profile.',
  },
  {
    question: 'Does it calculate my tax?',
    answer:
      'Tenure fills in the property boxes of your tax return from your records, and estimates the tax that your properties add. It prepares quarterly updates for Making Tax Digital. It is not yet approved by HMRC to send them: you export them to other software or to your accountant.',
  },
  {
    question: 'Does it work on my phone?',
    answer:
      'Yes, in your browser. You can add Tenure to your home screen. It needs an internet connection and is not in an app store.',
  },
  {
    question: 'How do I get help?',
    answer: <>Use the form below. A person will read your message. {MARKS.contact} We do not have a phone line yet.</>,
  },
  {
    question: 'Who runs Tenure?',
    answer: (
      <>{MARKS.operator} runs Tenure on this server. The software is open source, so anyone can check how it works.</>
    ),
  },
] as const;

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
              Rent, leases, certificates and costs for every home you let, with urgent tasks first.
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
      <p className="w quieter caption">Finance, with sample homes and tenants.</p>

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
            Made for landlords and letting agents in the United Kingdom, from pounds and pence to gas safety and HHSRS.
            Features that are not available yet are marked ‘coming’.
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
        <h2 id="day-8">After your 7-day trial</h2>
        <p className="day-8">
          We will not charge you, because we do not have your card details. You lose access to your properties, tenants
          and suppliers until you choose a plan, but <b>we keep everything you entered</b>. You can still use Finance,
          your profile, settings and ‘Download my data’. If you do not want to continue, you do not need to do anything.
          You can also delete your account in your profile. A year costs 12 times the monthly price: {YEARS}.
        </p>
      </section>

      <section className="w block split" aria-labelledby="questions">
        <div>
          <h2 id="questions">Common questions</h2>
          <p className="quieter">Before you add your first tenant.</p>
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
            Do you have more than 200 units, or use another system? Tell us how you work. {MARKS.contact} We only use
            your message to reply, and delete it after a year.
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

/** Loads pictures lazily, except the current theme's, which a script requests immediately. */
function Picture({ pictures }: { pictures: Pictures }) {
  const alt = 'The Finance screen of Tenure: four totals above a list of payments and their homes';
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

function WayIn({ signedIn }: { signedIn: boolean }) {
  return (
    <a className="button primary" href={signedIn ? '/dashboard' : '/signup'}>
      {signedIn ? 'Dashboard' : 'Start Free Trial'}
    </a>
  );
}
