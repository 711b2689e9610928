/** The words of the notices that a public page can show after a redirect. */
import { ERROR_CODES } from '../../shared/app-error.ts';
import type { NoticeName } from './notice.ts';

const NOTICES: Record<NoticeName, { text: string; link: { href: string; label: string } }> = {
  'trial-expired': {
    text: ERROR_CODES.trial_expired.message,
    link: { href: '/trial-expired', label: 'What happens now' },
  },
};

/** Where a notice is shown, and the notices themselves, asleep until the script wakes one. */
export function Notices() {
  return (
    <>
      <div className="notices" aria-live="polite" />
      {Object.entries(NOTICES).map(([name, { text, link }]) => (
        <template id={`notice-${name}`} key={name}>
          <div className="notice">
            <p>
              {text} <a href={link.href}>{link.label}</a>
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
