/** Buttons to export an update, mark it as sent, or send it. Export is primary until HMRC has approved the server. */
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { formatPence } from '../../../shared/money.ts';
import { counted } from '../../../shared/text.ts';
import { useMay } from '../../../web/http/session.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { ConfirmDialog } from '../../../web/ui/overlay/Dialog.tsx';
import { lazyDialog } from '../../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuLink } from '../../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { exportAddress, type OfUpdate, useSend } from '../update.client.ts';
import type { SendInput, TaxUpdate } from '../update.ts';

const ConnectDialog = lazyDialog(async () => (await import('./ConnectDialog.tsx')).ConnectDialog);

type Props = { update: TaxUpdate; of: OfUpdate };

export function SendBar({ update, of }: Props) {
  const { waiting, heldBack, connection, sha256, attempt, last } = update;
  const [leavesOut, setLeavesOut] = useState(false);
  const [confirming, setConfirming] = useState<SendInput['way']>();
  const [way, setWay] = useState<SendInput['way']>('elsewhere');
  const [connecting, setConnecting] = useState(false);
  const openings = useOpenCount(connecting);
  const { mutate: send, isPending } = useSend(of);
  const may = useMay('tax.change');
  const isUnderWay = attempt?.state === 'sending' || attempt?.state === 'unknown';
  const isKept = last?.update === update.update.update && last.sha256 === sha256;
  const canReport = may && !isUnderWay && heldBack.length === 0;
  // Figures that were marked as sent elsewhere by mistake can still be sent.
  const canSend = canReport && (!isKept || last.state === 'elsewhere') && connection.state === 'active';
  const canMark = canReport && !isKept;
  const isReady = canReport && (waiting.rows === 0 || leavesOut);
  const isFirst = connection.approved && !connection.sandbox;
  const name = connection.sandbox ? 'Send to HMRC (sandbox)' : 'Send to HMRC';
  const ask = (chosen: SendInput['way']) => {
    setWay(chosen);
    setConfirming(chosen);
  };
  return (
    <section
      aria-label="Report this update"
      className="sticky bottom-0 z-30 mt-5 flex flex-wrap items-center justify-end gap-2 border-t border-rule bg-surface py-3 max-md:-mx-4 max-md:px-4 max-md:pb-[max(12px,env(safe-area-inset-bottom))] max-md:*:flex-1 max-md:*:text-s"
    >
      {(canSend || canMark) && waiting.rows > 0 && (
        <Checkbox
          className="mr-auto basis-60 max-md:flex-none! max-md:basis-full"
          checked={leavesOut}
          onChange={({ target }) => setLeavesOut(target.checked)}
          label={`Leave out ${counted(waiting.rows, 'transaction')} (${formatPence(waiting.pence)})`}
        />
      )}
      {canSend && (
        <Button
          variant={isFirst ? 'primary' : 'quiet'}
          disabled={!isReady}
          busy={isPending && way === 'hmrc' ? 'Sending...' : undefined}
          onClick={() => ask('hmrc')}
        >
          {name}
        </Button>
      )}
      {may && ['none', 'begun', 'ended', 'granted'].includes(connection.state) && (
        <Button variant="quiet" onClick={() => setConnecting(true)}>
          {connection.sandbox ? 'Connect to HMRC (sandbox)' : 'Connect to HMRC'}
        </Button>
      )}
      {canMark && (
        <Button
          disabled={!isReady}
          busy={isPending && way === 'elsewhere' ? 'Saving...' : undefined}
          onClick={() => ask('elsewhere')}
        >
          Mark as sent<span className="max-md:sr-only"> elsewhere</span>
        </Button>
      )}
      <Menu
        trigger={
          <Button variant={isFirst ? 'secondary' : 'primary'} icon={Download}>
            Export
          </Button>
        }
      >
        <MenuLink href={exportAddress(of, 'csv')} download>
          CSV: HMRC’s fields and amounts
        </MenuLink>
        <MenuLink href={exportAddress(of, 'xlsx')} download>
          Excel: boxes with their rows
        </MenuLink>
        <MenuLink href={exportAddress(of, 'json')} download>
          JSON: the data for HMRC
        </MenuLink>
      </Menu>
      <ConfirmDialog
        open={confirming !== undefined}
        onOpenChange={() => setConfirming(undefined)}
        title={way === 'hmrc' ? name : 'Mark as sent elsewhere'}
        question={
          way === 'hmrc'
            ? `Send update ${update.update.update} with these figures?`
            : `Have you sent update ${update.update.update} with these figures in other software?`
        }
        confirm={way === 'hmrc' ? 'Send' : 'Mark as sent'}
        busy={isPending ? 'Saving...' : undefined}
        onConfirm={() => {
          const leftOut = waiting.rows > 0 ? waiting : null;
          send({ way, sha256, leftOut }, { onSettled: () => setConfirming(undefined) });
        }}
      >
        <p>We keep the figures as they are. They cannot be changed afterwards: a correction is a new update.</p>
      </ConfirmDialog>
      <ConnectDialog
        key={openings}
        open={connecting}
        onOpenChange={setConnecting}
        owner={update.owner}
        connection={connection}
      />
    </section>
  );
}
