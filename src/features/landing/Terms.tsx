/** The terms that sign-up asks people to accept: short, plain, and true of a server that anybody may run. */
import { formatPence } from '../../shared/money.ts';
import { PLANS } from '../billing/plan.ts';
import { MARKS } from './page.ts';

export function Terms() {
  return (
    <article className="legal">
      <h1>Terms</h1>
      <p className="lede">What you and {MARKS.operator} agree to when you make an account on this server.</p>

      <h2>Who is who</h2>
      <p>
        Tenure is open-source software under the MIT licence. Your agreement is with {MARKS.operator}, not with the
        people who wrote the software. “You” are the landlord or letting agent who signs up.
      </p>

      <h2>The free trial</h2>
      <p>
        The trial lasts exactly 168 hours, which is 7 days, from the moment you sign up. It starts once for each
        account, asks for no card and never turns into a paid plan by itself. When it ends, nothing is deleted: Finance,
        your profile, your settings and the download of your data stay open, and the other screens wait for a plan.
      </p>

      <h2>Prices</h2>
      <p>Each plan is paid by the month, in pounds, in advance. You owe nothing until you choose one.</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Plan</th>
            <th scope="col">Meant for</th>
            <th scope="col">A month</th>
            <th scope="col">A year</th>
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
        No plan limits how many properties you keep; whom a plan is meant for is advice. What a plan says is ‘coming’ is
        not there yet, and nothing is owed for it by either side. You pay on a page of Stripe, the payment provider. A
        plan goes on from month to month until you cancel it, which you can do there at any time; what is paid for stays
        open until its month is over. If a payment fails you are told, and have 14 days to put it right.
      </p>

      <h2>Your data</h2>
      <p>
        What you enter stays yours. The page <a href="/privacy">Privacy</a> says what is stored, why, and who can see
        it. You enter details of other people, such as tenants and guarantors: make sure that you may hold them, and
        tell those people what the law asks you to tell them.
      </p>

      <h2>Bank connections and statements</h2>
      <p>
        A bank is connected only if you ask for it, through GoCardless and on your bank’s own page. Connect accounts and
        import statements that are yours to read. What a bank or a file says is shown as it comes: check it before you
        rely on it.
      </p>

      <h2>Fair use</h2>
      <p>
        Keep your password to yourself and your email address current. Enter only what you have a right to enter. Do not
        try to reach other people’s records or disrupt the server. Anyone who does may lose their account.
      </p>

      <h2>What is promised, and what is not</h2>
      <p>
        The software is provided as it is, without warranty beyond what the law gives you. Tenure reminds and adds up;
        it does not give legal, tax or safety advice, and the duties of a landlord stay yours. Keep your own copies of
        papers that you must be able to show. Nothing here limits rights or liability that the law does not let anyone
        limit.
      </p>

      <h2>Closing your account</h2>
      <p>
        You can stop at any time: your profile deletes your account and everything in it, after offering you a copy. It
        ends a plan and bank consents with it.
      </p>

      <h2>Questions</h2>
      <p>
        Use the <a href="/#contact">contact form</a>. {MARKS.contact}
      </p>
    </article>
  );
}
