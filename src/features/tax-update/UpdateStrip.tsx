/** The four updates of a tax year, for owners who report quarterly, and the button for that choice. */
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import Clock from 'lucide-react/icons/clock';
import { useEffect, useRef, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { useMay, useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { Approval } from './Approval.tsx';
import { STATE_WORDS, toneOf } from './states.ts';
import { type OfYear, updatesOf, useReadBusiness } from './update.client.ts';
import type { Period, TaxUpdates } from './update.ts';

const QuartersDialog = lazyDialog(async () => (await import('./QuartersDialog.tsx')).QuartersDialog);

export function QuartersButton({ of }: { of: OfYear }) {
  const { data } = useQuery(updatesOf(of));
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const may = useMay('tax.change');
  if (!data || !may) return null;
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        Quarterly updates
      </Button>
      <QuartersDialog key={openings} open={open} onOpenChange={setOpen} of={of} updates={data} />
    </>
  );
}

export function UpdateStrip({ of }: { of: OfYear }) {
  const { data } = useQuery(updatesOf(of));
  useFinishConnection(of, data);
  if (!data?.quarters.chosen) return null;
  const { updates, returnDue, outside } = data;
  // An update replaces the earlier ones, so the newest late one meets them all.
  const late = updates.filter(({ obligation }) => obligation === 'late');
  const newest = late.at(-1);
  const current = newest ?? updates.find(({ obligation }) => obligation !== 'met');
  return (
    <section aria-label="Quarterly updates" className="mb-5 flex flex-col gap-3">
      {data.owners.length > 1 && <h2>{`Quarterly updates of ${data.owner?.name ?? ''}`}</h2>}
      <Card>
        <ol className="grid grid-cols-5 *:border-line *:not-first:border-l max-lg:grid-cols-1 max-lg:*:not-first:border-t max-lg:*:not-first:border-l-0">
          {updates.map((period) => (
            <Step key={period.update} period={period} of={of} isCurrent={period === current} />
          ))}
          <li className="flex flex-col gap-1 p-4">
            <b>Tax return</b>
            <span className="text-s text-ink-2">{`By ${formatDay(returnDue)}`}</span>
            {outside && (
              <span className="text-s">{`Add ${formatDay(outside.from)} – ${formatDay(outside.to)}: no update includes these days`}</span>
            )}
          </li>
        </ol>
      </Card>
      {newest && late.length > 1 && (
        <p className="text-s">
          {`Update ${newest.update} includes the earlier late ${late.length > 2 ? 'ones' : 'one'}, so you only need to send update ${newest.update}.`}
        </p>
      )}
      <Approval connection={data.connection} />
    </section>
  );
}

/** Reads the business once after the return from HMRC. Only this request has the browser facts that HMRC requires. */
function useFinishConnection({ owner }: OfYear, data: TaxUpdates | undefined) {
  const { mutate } = useReadBusiness({ owner });
  const started = useRef(false);
  const isGranted = data?.connection.state === 'granted' && data.connection.sentence === null;
  useEffect(() => {
    if (!isGranted || started.current) return;
    started.current = true;
    mutate();
  }, [isGranted, mutate]);
}

type StepProps = { period: Period; of: OfYear; isCurrent: boolean };

function Step({ period, of, isCurrent }: StepProps) {
  const { update, from, to, earliest, text, state, income, expenses, corrections, obligation } = period;
  const isMet = obligation === 'met';
  const today = useToday();
  const isOpen = !isMet && state === 'ready' && today < earliest;
  const words = isOpen
    ? 'Not finished yet'
    : state === 'ready' && isMet
      ? 'Covered by a later update'
      : STATE_WORDS[state];
  const tone = isOpen ? 'quiet' : toneOf(state, obligation);
  return (
    <li className={cx('flex flex-col gap-1 p-4', isCurrent && 'bg-primary-soft shadow-[inset_0_2px_0_var(--primary)]')}>
      <b>{`Update ${update}`}</b>
      <span className="text-s text-ink-2">{`${formatDay(from)} – ${formatDay(to)}`}</span>
      <span className={cx('mt-1 flex items-center gap-2 font-bold', TONES[tone].words)}>
        <Icon of={TONES[tone].icon} />
        {words}
      </span>
      <span className={cx('text-s', isCurrent ? TONES[tone].words : 'text-ink-2')}>
        {isOpen ? `From ${formatDay(earliest)}. ${text}` : text}
      </span>
      {income !== null && (
        <dl className="mt-1 grid grid-cols-[1fr_auto] gap-x-3 text-s [&_dd]:text-right">
          <dt>Income</dt>
          <dd className="figures">{formatPence(income)}</dd>
          <dt>Expenses</dt>
          <dd className="figures">{formatPence(expenses ?? 0)}</dd>
        </dl>
      )}
      {corrections && (
        <span className="text-s text-blue">
          {corrections.rows > 0
            ? `${counted(corrections.rows, 'correction')} after it, profit `
            : 'Corrections after it, profit '}
          <span className="whitespace-nowrap">{`${corrections.pence > 0 ? '+' : ''}${formatPence(corrections.pence)}`}</span>
        </span>
      )}
      {(income !== null || isMet) && (
        <span className="mt-auto pt-2">
          <LinkButton
            to="/dashboard/tax/$year/updates/$update"
            params={{ year: of.year, update: String(update) }}
            search={of.owner ? { owner: of.owner } : {}}
            size="small"
            variant={isCurrent ? 'primary' : 'quiet'}
          >
            {isCurrent ? `Check update ${update}` : 'View figures'}
            {!isCurrent && <span className="sr-only">{` of update ${update}`}</span>}
          </LinkButton>
        </span>
      )}
    </li>
  );
}

const TONES = {
  green: { icon: CircleCheck, words: 'text-green' },
  amber: { icon: Clock, words: 'text-amber' },
  red: { icon: Clock, words: 'text-red' },
  quiet: { icon: CircleDashed, words: 'text-ink-2' },
} as const;
