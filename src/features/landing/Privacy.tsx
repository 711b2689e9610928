/** The notice must be true on every server, as anyone may run a server. */
import { MARKS } from './page.ts';

export function Privacy() {
  return (
    <article className="legal">
      <h1>Privacy</h1>
      <p className="lede">
        We keep your records for you alone. We do not track you, and we do not sell your data or share it with
        advertisers.
      </p>

      <h2>Responsibility</h2>
      <p>
        The data controller for your account is {MARKS.operator}. You are responsible for the details of tenants and
        guarantors that you enter. We only store them on your behalf.
      </p>

      <h2>The data we store</h2>
      <ul>
        <li>
          <b>Your account:</b> name, email address, a hash of your password (never the password), the dates of your
          trial and the plan you chose.
        </li>
        <li>
          <b>Your records:</b> the details you enter about properties, tenants, suppliers and money, the files you add,
          and a log of your changes.
        </li>
        <li>
          <b>Bank connections, if you add one:</b> the bank, the end date of your consent, and the names, balances and
          entries of your accounts. We store masked account numbers and sort codes, with a fingerprint that identifies
          each account. We never ask for your bank password.
        </li>
        <li>
          <b>Statement files, if you import one:</b> the rows you import. We delete the file after the import, or after
          a day at the latest.
        </li>
        <li>
          <b>Your sign-ins:</b> the time, browser and network address of each, so that you can end it. We also store
          failed attempts for a short time, to prevent anyone from guessing passwords.
        </li>
        <li>
          <b>Messages from the contact form:</b> your name, your email address and your message.
        </li>
        <li>
          <b>Technical logs:</b> the requests to the server, their times and results. They do not contain passwords or
          anything you typed in a form.
        </li>
      </ul>

      <h2>Why</h2>
      <p>
        We use your data to provide the product you signed up for, to reply to you, and to keep it secure. We email you
        about your account, leases that end and anything that needs your attention. You can turn off all emails except
        those about your account, in the settings or with the link in each. These pages do not track visitors or contain
        anything from other companies.
      </p>

      <h2>Cookies and storage in your browser</h2>
      <p>
        We only use strictly necessary storage. One cookie keeps you signed in. One recognises this browser, so that
        someone guessing your password does not delay your own sign-in. One carries a message from one page to the next,
        for a minute. The browser’s own storage keeps the light or dark theme and unfinished forms. Signing out clears
        everything that belongs to your account.
      </p>

      <h2>Access to your data</h2>
      <p>
        Only you can see your data when signed in: the database separates landlords. The people who run the server can
        access its database, files and backups, as with any server. They use an email service to send emails. The
        following also have access:
      </p>
      <ul>
        <li>
          <b>GoCardless</b>, only if you connect a bank: you agree on your bank’s own page, and GoCardless fetches your
          accounts and entries for you. You can disconnect at any time, which also ends the consent there.
        </li>
        <li>
          <b>Stripe</b>, only if you choose a plan: you pay on Stripe’s own page, which collects your card, name and
          email address. Card numbers never reach this server. While your plan runs, we store the brand and last 4
          digits of your card. We also store Stripe’s identifiers for you and your subscription, and its end date.
        </li>
        <li>
          <b>Anyone with your calendar feed’s private address</b>, only if you create one: it shows addresses,
          certificate expiry dates and lease ends, and tenants’ names if you choose. You can end it at any time.
        </li>
      </ul>

      <h2>How long we keep it</h2>
      <p>
        We keep your data as long as you have an account, even after a trial or plan ends. If you delete a record or
        your account, we remove it immediately. Deleting the account ends bank consents and the subscription. We keep
        the providers’ identifiers for them, encrypted, until that is confirmed, for up to 30 days. We delete messages
        from the contact form after a year. Copies may remain in backups until those are replaced.
      </p>

      <h2>Your rights</h2>
      <p>
        You can correct your name and email address in your profile. You can also download all your data in one file,
        end sessions, and delete your account and everything in it. You can complain to the Information Commissioner’s
        Office, the United Kingdom’s authority for data protection.
      </p>

      <h2>Questions</h2>
      <p>
        Use the <a href="/#contact">contact form</a>. {MARKS.contact}
      </p>
    </article>
  );
}
