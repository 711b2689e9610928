/** Connects a bank, from its choice to the import of transactions. An unfinished connection can be resumed. */
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleMinus from 'lucide-react/icons/circle-minus';
import Clock from 'lucide-react/icons/clock';
import ExternalLink from 'lucide-react/icons/external-link';
import Undo2 from 'lucide-react/icons/undo-2';
import { useEffect, useRef, useState } from 'react';
import { formatInstantAsDay } from '../../../shared/dates.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx';
import { toast } from '../../../web/ui/overlay/toast.client.ts';
import { useNarrow } from '../../../web/ui/table/view.client.ts';
import { ChooseAccounts, type Importing } from './ChooseAccounts.tsx';
import { ChooseBank, Leaving } from './ChooseBank.tsx';
import { Message } from './ConnectionParts.tsx';
import {
  beginConnection,
  cancelConnection,
  goToBank,
  refreshBanks,
  refreshConnections,
  renewConnection,
  storedRequisition,
  syncAll,
  useConnections,
  useInstitutions,
} from './connection.client.ts';
import {
  type BankConnection,
  type Institution,
  type RequisitionStatus,
  CONNECTION_TEXTS as TEXTS,
} from './connection.ts';
import { FAILURES } from './failures.ts';
import { ImportAccounts, useImport } from './ImportAccounts.tsx';
import { WaitForBank } from './WaitForBank.tsx';

/** The dialog's first step: the choice of a bank, the return from it, an unfinished connection, or a renewal. */
export type Opening = 'choose' | 'returned' | { resume: string } | { renew: BankConnection };

type Step =
  | { at: 'choose' }
  | { at: 'leave'; bank: Institution }
  | { at: 'wait'; id: string; returned: boolean; authUrl?: string; renewing?: BankConnection }
  | { at: 'accounts'; id: string; ids: string[] }
  | { at: 'import'; accounts: Importing[] }
  | { at: 'failed'; id: string; failure: RequisitionStatus['failure'] }
  | { at: 'connected' }
  | { at: 'elsewhere' }
  | { at: 'renew'; connection: BankConnection };

function firstStep(opening: Opening): Step {
  if (opening === 'choose') return { at: 'choose' };
  if (opening === 'returned') {
    const id = storedRequisition.get();
    return id ? { at: 'wait', id, returned: true } : { at: 'elsewhere' };
  }
  if ('renew' in opening) return { at: 'renew', connection: opening.renew };
  return { at: 'wait', id: opening.resume, returned: false };
}

type Props = { opening: Opening; open: boolean; onClose: () => void };

/** Requires a new `key` for each opening, which resets its state. */
export function ConnectionDialog({ opening, open, onClose }: Props) {
  const [step, setStep] = useState(() => firstStep(opening));
  const [busy, setBusy] = useState(false);
  const connections = useConnections().data ?? [];
  const institutions = useInstitutions().data ?? [];
  const narrow = useNarrow();
  const id = 'id' in step ? step.id : undefined;
  const [connecting, setConnecting] = useState<string>();
  const connection = connections.find((one) => one.id === (id ?? connecting));
  const bank = step.at === 'leave' ? step.bank.name : (connection?.institution ?? 'Your bank');
  const state = useImport(step.at === 'import' ? step.accounts : undefined, bank);
  const content = useFocusOnStep(step.at, open);

  /** Opens the bank's page, then the step that waits for its result. `renewing` is the connection to renew. */
  const leave = async (address: () => Promise<{ id: string; authUrl: string }>, renewing?: BankConnection) => {
    setBusy(true);
    const begun = address();
    try {
      await goToBank(
        begun.then((one) => {
          storedRequisition.keep(one.id);
          return one.authUrl;
        }),
        narrow,
      );
      const { id: requisition, authUrl } = await begun;
      setConnecting(requisition);
      setStep({ at: 'wait', id: requisition, returned: false, authUrl, ...(renewing && { renewing }) });
      await refreshConnections();
    } catch (error) {
      const { message } = error as Error;
      const reason = message === TEXTS.providerFailed ? '' : ` ${message}`;
      toast.error(TEXTS.connectionError, { description: `${TEXTS.providerFailed}${reason}` });
    } finally {
      setBusy(false);
    }
  };
  const begin = (institution: Institution) =>
    leave(async () => {
      const { requisitionId, authUrl } = await beginConnection(institution.id);
      return { id: requisitionId, authUrl };
    });
  const renew = (one: BankConnection) =>
    leave(async () => ({ id: one.id, authUrl: (await renewConnection(one.id)).authUrl }), one);

  const settled = (requisition: string, { status, accounts, failure }: RequisitionStatus) => {
    setConnecting(requisition);
    void refreshConnections();
    if (status === 'ER') {
      storedRequisition.drop();
      return setStep({ at: 'failed', id: requisition, failure });
    }
    if (connection?.state !== 'active') return setStep({ at: 'accounts', id: requisition, ids: accounts });
    // The accounts were confirmed in another window, or access was renewed.
    storedRequisition.drop();
    setStep({ at: 'connected' });
    void syncAll().then(refreshBanks, refreshBanks);
  };
  const cancel = (requisition: string) => {
    onClose();
    void cancelConnection(requisition);
  };
  const again = () => {
    const same = institutions.find((one) => one.id === connection?.institutionId);
    setStep(same ? { at: 'leave', bank: same } : { at: 'choose' });
  };

  return (
    <Dialog open={open} onOpenChange={(now) => now || onClose()} title={titleOf(step, bank, state.done)}>
      <div ref={content} tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {step.at === 'choose' && <ChooseBank onChoose={(chosen) => setStep({ at: 'leave', bank: chosen })} />}
        {step.at === 'leave' && (
          <Leaving
            bank={step.bank}
            busy={busy}
            onBack={() => setStep({ at: 'choose' })}
            onContinue={() => void begin(step.bank)}
          />
        )}
        {step.at === 'wait' && (
          <WaitForBank
            key={step.id}
            id={step.id}
            returned={step.returned}
            authUrl={step.authUrl}
            renewing={step.renewing !== undefined}
            renewed={connection?.state === 'active' && connection.reconfirmBy !== step.renewing?.reconfirmBy}
            bank={bank}
            ready={!step.returned || connections.length > 0}
            onSettled={(requisition) => settled(step.id, requisition)}
            onAgain={() => {
              void cancelConnection(step.id);
              again();
            }}
            onCancel={() => cancel(step.id)}
            onClose={onClose}
          />
        )}
        {step.at === 'accounts' && (
          <ChooseAccounts
            connectionId={step.id}
            ids={step.ids}
            bank={bank}
            confirmed={connection?.state === 'active'}
            onConfirmed={() => setStep({ at: 'connected' })}
            onCancel={() => cancel(step.id)}
            onImport={(accounts) => setStep({ at: 'import', accounts })}
          />
        )}
        {step.at === 'import' && <ImportAccounts accounts={step.accounts} state={state} onClose={onClose} />}
        {step.at === 'failed' && (
          <Failed failure={step.failure} bank={bank} onChoose={() => setStep({ at: 'choose' })} onAgain={again} />
        )}
        {step.at === 'connected' && (
          <Message
            icon={Check}
            tone="green"
            title={`${bank} is connected`}
            foot={<Button onClick={onClose}>Done</Button>}
          >
            The accounts are in Finance. New payments appear automatically.
          </Message>
        )}
        {step.at === 'elsewhere' && (
          <Message icon={Undo2} title={TEXTS.goBack}>
            {TEXTS.goBackHint}
          </Message>
        )}
        {step.at === 'renew' && (
          <Renew
            connection={step.connection}
            busy={busy}
            onLater={onClose}
            onContinue={() => void renew(step.connection)}
          />
        )}
      </div>
    </Dialog>
  );
}

function titleOf(step: Step, bank: string, done: boolean): string {
  switch (step.at) {
    case 'choose':
      return TEXTS.card;
    case 'accounts':
      return 'Which accounts are for your lets?';
    case 'import':
      return done ? TEXTS.connected : `Importing from ${bank}`;
    case 'failed':
      return TEXTS.failedTitle;
    case 'connected':
      return TEXTS.connected;
    case 'elsewhere':
      return 'Back from your bank';
    case 'renew':
      return `${step.connection.institution} needs your permission again`;
    case 'leave':
    case 'wait':
      return `Connect ${bank}`;
  }
}

/** Moves the focus to the new step, because the clicked button disappears with its step. */
function useFocusOnStep(at: Step['at'], open: boolean) {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (open && before.current !== at) content.current?.focus();
    before.current = at;
  }, [at, open]);
  return content;
}

type FailedProps = {
  failure: RequisitionStatus['failure'];
  bank: string;
  onChoose: () => void;
  onAgain: () => void;
};

function Failed({ failure, bank, onChoose, onAgain }: FailedProps) {
  const cancelled = failure === 'cancelled';
  return (
    <Message
      icon={cancelled ? CircleMinus : CircleAlert}
      tone={cancelled ? 'neutral' : 'red'}
      title={TEXTS.cancelled}
      role="alert"
      foot={
        <>
          {cancelled ? (
            <Button onClick={onChoose}>Choose another bank</Button>
          ) : (
            <LinkButton to="/dashboard/finance/import">Import a statement</LinkButton>
          )}
          <Button variant="primary" onClick={onAgain}>
            Try again
          </Button>
        </>
      }
    >
      {failure && FAILURES[failure].sentence(bank)}
    </Message>
  );
}

type RenewProps = { connection: BankConnection; busy: boolean; onLater: () => void; onContinue: () => void };

function Renew({ connection, busy, onLater, onContinue }: RenewProps) {
  const { institution, state, reconfirmBy } = connection;
  const over = state === 'ended';
  return (
    <Message
      icon={Clock}
      tone="amber"
      title={
        over || !reconfirmBy
          ? `${institution} has stopped sharing`
          : `${institution} stops sharing on ${formatInstantAsDay(reconfirmBy)}`
      }
      foot={
        <>
          <Button onClick={onLater}>Later</Button>
          <Button variant="primary" icon={ExternalLink} busy={busy ? 'Connecting...' : undefined} onClick={onContinue}>
            Continue to {institution}
          </Button>
        </>
      }
    >
      {over
        ? 'Renew access and we will import what you missed. Transactions already imported do not change.'
        : 'Renew access before then to keep importing. Transactions already imported do not change.'}
    </Message>
  );
}
