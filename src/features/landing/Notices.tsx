/** The words of the notices that a public page can show after a redirect. */
import { ERROR_CODES } from '../../shared/app-error.ts';
import type { NoticeName } from '../../web/forms/notice.ts';

type Notice = { text: string; tone: 'amber' | 'green'; link?: { href: string; label: string } };

const NOTICES: Record<NoticeName, Notice> = {
  'trial-expired': {
    text: ERROR_CODES.trial_expired.message,
    tone: 'amber',
    link: { href: '/trial-expired', label: 'What happens now' },
  },
  'account-deleted': { text: 'Your account and all its data have been deleted.', tone: 'green' },
};

/** Where a notice is shown, and the notices themselves, asleep until the script wakes one. */
export function Notices() {
  return (
    <>
      <div className="notices" aria-live="polite" />
      {Object.entries(NOTICES).map(([name, { text, tone, link }]) => (
        <template id={`notice-${name}`} key={name}>
          <div className={`notice ${tone}`}>
            <p>
              {text} {link && <a href={link.href}>{link.label}</a>}
            </p>
            <button type="button" className="button quiet">
              Close
            </button>
          </div>
        </template>
      ))}
    </>
  );
}
