import { useId } from 'react';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card } from '../../../web/ui/display/Card.tsx';
import type { Opening } from './ConnectionDialog.tsx';
import { isOff, useConnections, useInstitutions } from './connection.client.ts';
import { CONNECTION_TEXTS as TEXTS } from './connection.ts';

export function ConnectYourBank({ onOpen }: { onOpen: (opening: Opening) => void }) {
  const title = useId();
  const { error } = useInstitutions();
  const { data = [] } = useConnections();
  const off = isOff(error);
  const unfinished = data.filter(({ state }) => state === 'linked' || state === 'pending');
  return (
    <Card pad aria-labelledby={title} className="mt-5">
      <h2 id={title}>{TEXTS.card}</h2>
      <p className="mt-1 max-w-[68ch] text-ink-2">
        {off
          ? error?.message
          : 'Choose your bank and sign in there. We import up to two years of transactions, and later ones automatically. Tenure can read your accounts, but never move money.'}
      </p>
      {unfinished.map(({ id, institution, state }) => (
        <div
          key={id}
          className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-3"
        >
          <p className="min-w-0 flex-1 basis-60">
            <bdi>{institution}</bdi>{' '}
            {state === 'linked' ? 'has agreed. Choose the accounts to import.' : 'is waiting for you to agree.'}
          </p>
          <Button size="small" onClick={() => onOpen({ resume: id })}>
            Continue<span className="sr-only"> with {institution}</span>
          </Button>
        </div>
      ))}
      <div className="mt-4 flex flex-wrap gap-2 max-md:*:flex-1">
        {!off && (
          <Button variant="primary" onClick={() => onOpen('choose')}>
            Choose your bank
          </Button>
        )}
      </div>
    </Card>
  );
}
