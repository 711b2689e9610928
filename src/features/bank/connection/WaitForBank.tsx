/** The landlord is at the bank, or back from it: how the consent stands is asked until it is settled, for five minutes at most. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../web/ui/display/Button.tsx';
import { Message } from './ConnectionParts.tsx';
import { useConsent } from './connection.client.ts';
import { type RequisitionStatus, CONNECTION_TEXTS as TEXTS } from './connection.ts';

type Props = {
  id: string;
  /** Back from the bank in this window. */
  returned: boolean;
  /** It holds, and is being agreed again. */
  renewing: boolean;
  /** It was agreed again. */
  renewed: boolean;
  /** The bank's page; unknown after a reload. */
  authUrl: string | undefined;
  bank: string;
  /** Whether what the next step needs is read. */
  ready: boolean;
  onSettled: (told: RequisitionStatus) => void;
  onAgain: () => void;
  onCancel: () => void;
  onClose: () => void;
};

const AGREED: RequisitionStatus = { status: 'LN', accounts: [], failure: null };

export function WaitForBank({
  id,
  returned,
  renewing,
  renewed,
  authUrl,
  bank,
  ready,
  onSettled,
  onAgain,
  onCancel,
  onClose,
}: Props) {
  const [since, setSince] = useState(() => Date.now());
  const { data, error, over } = useConsent(id, { returned, renewing, since });
  const told = renewing && renewed ? AGREED : data;
  const settled = ready && (told?.status === 'LN' || told?.status === 'ER') ? told : undefined;
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    if (settled) latest.current(settled);
  }, [settled]);
  const ask = () => setSince(Date.now());

  if (error) {
    const said = returned && !data ? TEXTS.exchangeFailed : TEXTS.statusFailed;
    return (
      <Message
        icon={CircleAlert}
        tone="red"
        title={said}
        role="alert"
        foot={
          <>
            <Button onClick={onCancel}>Give up</Button>
            <Button variant="primary" onClick={ask}>
              Try again
            </Button>
          </>
        }
      >
        {error.message !== said && error.message} Nothing was imported.
      </Message>
    );
  }
  if (over) {
    return (
      <Message
        icon={Clock}
        tone="amber"
        title={`${bank} takes longer than five minutes`}
        foot={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={ask}>
              Check again
            </Button>
          </>
        }
      >
        It finishes by itself: you can close this. Once {bank} has agreed, you choose the accounts under ‘{TEXTS.card}’.
      </Message>
    );
  }
  if (returned) {
    return (
      <Message
        title="Finishing the connection"
        note={`You can close this: once ${bank} is ready, you choose the accounts under ‘${TEXTS.card}’.`}
        foot={<Button onClick={onClose}>Close</Button>}
      >
        {bank} is getting your accounts ready. This usually takes a few seconds.
      </Message>
    );
  }
  return (
    <Message
      title={`Waiting for ${bank}`}
      note={`If you come back in another browser, it says: ${TEXTS.goBack}.`}
      foot={
        <>
          <Button onClick={renewing ? onClose : onCancel}>Cancel</Button>
          {authUrl ? (
            <ButtonLink href={authUrl} target="_blank" rel="noreferrer">
              Open {bank} again
            </ButtonLink>
          ) : (
            <Button onClick={onAgain}>Start again</Button>
          )}
        </>
      }
    >
      Finish at {bank} in the window that opened. This one carries on by itself.
    </Message>
  );
}
