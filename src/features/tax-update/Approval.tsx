/** Shows whether HMRC has approved this server, with a link to other software. */
import type { Connection } from './update.ts';

const SOFTWARE_URL =
  'https://www.gov.uk/guidance/find-software-thats-compatible-with-making-tax-digital-for-income-tax';

export function Approval({ connection: { state, approved, sandbox } }: { connection: Connection }) {
  if (state === 'unavailable')
    return (
      <p className="text-s text-ink-2">
        This server is not connected to HMRC. Export the figures for bridging software. <SoftwareList />
      </p>
    );
  if (approved && !sandbox) return null;
  return (
    <p className="text-s text-ink-2">
      <b className="text-ink">Tenure is not yet approved by HMRC for live use.</b> Until then, export the update, send
      it with other software and mark it as sent elsewhere. {sandbox && 'Updates to the sandbox do not count. '}
      <SoftwareList />
    </p>
  );
}

const SoftwareList = () => (
  <a href={SOFTWARE_URL} target="_blank" rel="noopener">
    Software on HMRC’s list
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
