/** The privacy notice: short, plain, and true of a server that anybody may run. */
import { MARKS } from './page.ts';

export function Privacy() {
  return (
    <article className="legal">
      <h1>Privacy</h1>
      <p className="lede">
        Your records are kept for you alone. Nobody is tracked, and nothing is sold or shown to advertisers.
      </p>

      <h2>Who is responsible</h2>
      <p>
        Your account is the responsibility of {MARKS.operator}. You are responsible yourself for the details of tenants
        and guarantors that you enter; they are only kept here on your behalf.
      </p>

      <h2>What is stored</h2>
      <ul>
        <li>
          <b>Your account:</b> name, email address, a hash of your password (never the password), the dates of your
          trial and the plan you chose.
        </li>
        <li>
          <b>Your records:</b> what you enter about properties, tenants, suppliers and money, with the files you add,
          and a log of what was changed and when.
        </li>
        <li>
          <b>Bank connections, if you make one:</b> the bank, when your consent ends, the names of the accounts, their
          balance and their entries. Account numbers and sort codes are kept masked, beside a fingerprint by which an
          account is known again. Your bank’s password is never asked for here.
        </li>
        <li>
          <b>Statement files, if you import one:</b> the rows that you import. The file itself is cleared once it is
          imported, after a day at the latest.
        </li>
        <li>
          <b>Your sign-ins:</b> when and with which browser you signed in and from which network address, so that each
          sign-in can be ended; and failed attempts, for a short time, so that nobody can guess passwords.
        </li>
        <li>
          <b>Messages from the contact form:</b> your name, your email address and what you wrote.
        </li>
        <li>
          <b>Technical logs:</b> which requests the server received, when, and whether they worked. They hold no
          passwords and nothing that you typed in a form.
        </li>
      </ul>

      <h2>Why</h2>
      <p>
        To give you the product you signed up for, to answer you, and to keep it secure. Emails are sent about your
        account, leases that end and what needs your attention; you can turn off all but the first, in the settings or
        by a link in each. These pages do not track visitors, and hold nothing from other companies.
      </p>

      <h2>Cookies and storage in your browser</h2>
      <p>
        Only what is strictly necessary: a cookie that keeps you signed in; one that recognises this browser, so that a
        person who guesses at your password does not keep you waiting; one that carries a message from one page to the
        next, for a minute; and in the browser’s own storage the light or dark theme and unfinished forms. Signing out
        clears what belongs to your account.
      </p>

      <h2>Who can see it</h2>
      <p>
        You, and nobody else who signs in: the database itself keeps landlords apart. Those who run the server can reach
        its database, files and backups, as with any server, and use an email service to send what the server writes.
        Beside them:
      </p>
      <ul>
        <li>
          <b>GoCardless</b>, only if you connect a bank: you agree on your bank’s own page, and GoCardless fetches your
          accounts and entries for you. You can disconnect at any time; the consent is then ended there as well.
        </li>
        <li>
          <b>Stripe</b>, only if you choose a plan: you pay on Stripe’s own page, which takes your card, your name and
          your email address. Card numbers never reach this server, which keeps the brand and the last four digits of
          your card while your plan runs, Stripe’s numbers for you and your subscription, and until when it is paid.
        </li>
        <li>
          <b>Anyone with the secret address of your calendar feed</b>, only if you make one: it shows addresses,
          certificate expiries and lease ends, and tenants’ names if you choose so. You can end it at any time.
        </li>
      </ul>

      <h2>How long</h2>
      <p>
        As long as you have the account. The end of a trial or of a plan deletes nothing. What is deleted, a single
        record or the whole account, is removed at once. Deleting the account ends bank consents and the subscription;
        the providers’ numbers for them, encrypted, outlive it only until that is confirmed, 30 days at most. Messages
        from the contact form are deleted after a year. Copies may remain in backups until they are replaced.
      </p>

      <h2>Your rights</h2>
      <p>
        You can do all of this in your profile: correct your name and address, download everything that is stored about
        you in one file, end sessions, and delete the account with everything in it. You can also complain to the
        Information Commissioner’s Office, the United Kingdom’s authority for data protection.
      </p>

      <h2>Questions</h2>
      <p>
        Use the <a href="/#contact">contact form</a>. {MARKS.contact}
      </p>
    </article>
  );
}
