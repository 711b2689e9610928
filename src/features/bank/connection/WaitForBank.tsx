/** Step that polls the consent for at most five minutes, while the landlord is at the bank or has just returned. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import { useEffect, useRef, useState } from 'react';
import { Button, ButtonLink } from '../../../web/ui/display/Button.tsx';
import { Message } from './ConnectionParts.tsx';
import { useConsent } from './connection.client.ts';
import { type RequisitionStatus, CONNECTION_TEXTS as TEXTS } from './connection.ts';

type Props = {
  id: string;
  returned: boolean;
  renewing: boolean;
  renewed: boolean;
  /** The address of the bank's page; unknown after a reload. */
  authUrl: string | undefined;
  bank: string;
  /** Whether the next step's data is loaded. */
  ready: boolean;
  onSettled: (requisition: RequisitionStatus) => void;
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
  const requisition = renewing && renewed ? AGREED : data;
  const settled = ready && (requisition?.status === 'LN' || requisition?.status === 'ER') ? requisition : undefined;
  const latest = useRef(onSettled);
  useEffect(() => {
    latest.current = onSettled;
  });
  useEffect(() => {
    if (settled) latest.current(settled);
  }, [settled]);
  const restart = () => setSince(Date.now());

  if (error) {
    const heading = returned && !data ? TEXTS.exchangeFailed : TEXTS.statusFailed;
    return (
      <Message
        icon={CircleAlert}
        tone="red"
        title={heading}
        role="alert"
        foot={
          <>
            <Button onClick={onCancel}>Cancel connection</Button>
            <Button variant="primary" onClick={restart}>
              Try again
            </Button>
          </>
        }
      >
        {error.message !== heading && error.message} We did not import anything.
      </Message>
    );
  }
  if (over) {
    return (
      <Message
        icon={Clock}
        tone="amber"
        title={`${bank} is taking longer than five minutes`}
        foot={
          <>
            <Button onClick={onClose}>Close</Button>
            <Button variant="primary" onClick={restart}>
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
      note={`If you return in another browser, you will see: ${TEXTS.goBack}.`}
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
      Finish at {bank} in the window that opened. This page updates automatically.
    </Message>
  );
}
