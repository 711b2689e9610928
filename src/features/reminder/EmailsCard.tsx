import { formatInstantAsDay, formatInstantAsTime } from '../../shared/dates.ts';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Switch } from '../../web/ui/form/Choices.tsx';
import type { TenancyRecord } from '../tenancy/tenancy.ts';
import { useEmails, useReminders, useSetReminded } from './reminder.client.ts';
import { EMAIL_STATES } from './reminder.ts';

const AGENT = 'An agent collects this rent, so we do not remind the tenants.';
const OFF = 'Reminders are off for all tenants. You can turn them on from the Rent page.';

export function EmailsCard({ tenancy: { id, reminded, agent } }: { tenancy: TenancyRecord }) {
  const { data: settings } = useReminders();
  const { data, error } = useEmails(id);
  const { mutate, isPending } = useSetReminded(id);
  const items = data?.items ?? [];
  return (
    <Card aria-labelledby="emails">
      <CardHead id="emails" title="Reminders" />
      <div className="px-5 py-3 max-md:px-4">
        <Switch
          label="Remind by email"
          hint={agent ? AGENT : settings && !settings.active ? OFF : undefined}
          checked={reminded}
          disabled={isPending}
          onChange={({ target }) => mutate(target.checked)}
        />
        {error && !data && <p role="alert">{`We could not load the emails. ${error.message}`}</p>}
        {items.length > 0 && (
          <ul aria-label="Emails" className="mt-2">
            {items.map(({ id: email, at, by, to, subject, text, state, reason }) => (
              <li key={email} className="border-t border-line py-2">
                <details>
                  <summary className="cursor-pointer wrap-anywhere max-md:min-h-11">
                    {subject}
                    <span className="block text-s text-ink-2">
                      {`${formatInstantAsDay(at)}, ${formatInstantAsTime(at)}, to ${to}`}
                      {by && `, by ${by}`}
                    </span>
                  </summary>
                  <p className="mt-2 text-s whitespace-pre-line wrap-anywhere">{text}</p>
                </details>
                <p className={state === 'refused' ? 'text-s text-red' : 'text-s text-ink-2'}>
                  {[EMAIL_STATES[state], reason].filter(Boolean).join(': ')}
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}
