/** The terms must be true on every server, as anyone may run a server. */
import { formatPence } from '../../shared/money.ts';
import { PLANS } from '../billing/plan.ts';
import { MARKS } from './page.ts';

export function Terms() {
  return (
    <article className="legal">
      <h1>Terms</h1>
      <p className="lede">By creating an account on this server, you agree to these terms with {MARKS.operator}.</p>

      <h2>The parties</h2>
      <p>
        Tenure is open-source software under the MIT licence. Your agreement is with {MARKS.operator}, not with the
        authors of the software. “You” are the landlord or letting agent who signs up.
      </p>

      <h2>The free trial</h2>
      <p>
        The trial lasts exactly 168 hours, which is 7 days, from the moment you sign up. Each account has one trial,
        which needs no card and never becomes a paid plan automatically. We do not delete anything when it ends. You can
        still use Finance, your profile, your settings and the download of your data. You need a plan for the other
        screens.
      </p>

      <h2>Prices</h2>
      <p>You pay for a plan monthly in advance, in pounds. You do not owe anything until you choose one.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Meant for</th>
            <th scope="col">Per month</th>
            <th scope="col">Per year</th>
          </tr>
        </thead>
        <tbody>
          {PLANS.map(({ id, name, description, pricePence }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{description.replace(/^For /, '')}</td>
              <td>{formatPence(pricePence)}</td>
              <td>{formatPence(pricePence * 12)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        You can keep any number of properties on every plan. The numbers of properties above are only advice. Features
        marked ‘coming’ are not available yet, and neither side owes anything for them. You pay on a page of Stripe, the
        payment provider. A plan renews every month until you cancel it, which you can do there at any time. You keep
        access until the end of the month you have paid for. If a payment fails, we will notify you, and you have 14
        days to pay.
      </p>

      <h2>Your data</h2>
      <p>
        The data you enter remains yours. The <a href="/privacy">privacy notice</a> explains which data we store, why,
        and who has access. You enter details of other people, such as tenants and guarantors. Make sure that you are
        allowed to store them, and give those people the information that the law requires.
      </p>

      <h2>Bank connections and statements</h2>
      <p>
        We only connect a bank if you request it, through GoCardless and on your bank’s own page. Only connect accounts
        and import statements that you are allowed to read. We show data from a bank or file unchanged, so check it
        before you rely on it.
      </p>

      <h2>Fair use</h2>
      <p>
        Keep your password to yourself and your email address current. Enter only information that you are allowed to
        use. Do not try to reach other people’s records or disrupt the server. Anyone who does may lose their account.
      </p>

      <h2>Warranty and liability</h2>
      <p>
        The software is provided as it is, without warranty beyond what the law gives you. Tenure reminds you and
        calculates totals. It does not give legal, tax or safety advice, and a landlord’s duties remain yours. Keep your
        own copies of documents that you must be able to show. These terms do not limit rights or liability that cannot
        be limited by law.
      </p>

      <h2>Closing your account</h2>
      <p>
        You can close your account at any time in your profile. We offer you a copy of your data first, then delete the
        account and everything in it. This also ends your plan and bank consents.
      </p>

      <h2>Questions</h2>
      <p>
        Use the <a href="/#contact">contact form</a>. {MARKS.contact}
      </p>
    </article>
  );
}
