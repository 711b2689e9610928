/** The bell in the bar of every screen, with the number of pending and overdue transactions. */
import CirclePoundSterling from 'lucide-react/icons/circle-pound-sterling';
import { useState } from 'react';
import { LinkButton } from '../../web/records/links.client.ts';
import { IconButton } from '../../web/ui/display/Button.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { loadOnce, useLazyCode } from '../../web/ui/overlay/lazy-code.client.ts';
import { Popover } from '../../web/ui/overlay/Menu.tsx';
import { useSummary } from '../transaction/summary.client.ts';
import { BELL } from './bell.ts';

const latest = loadOnce(() => import('./LatestTransactions.tsx'));

export function TransactionBell() {
  const [open, setOpen] = useState(false);
  const made = useLazyCode(latest, open, () => setOpen(false));
  const { data } = useSummary();
  const owed = (data?.pending.count ?? 0) + (data?.overdue.count ?? 0);
  const leave = () => setOpen(false);
  return (
    <Popover
      label={BELL.title}
      align="end"
      open={open}
      onOpenChange={setOpen}
      className="w-[320px] p-0! max-h-(--available-height) overflow-y-auto"
      trigger={
        <IconButton
          icon={CirclePoundSterling}
          label={owed === 0 ? BELL.title : `${BELL.title}, ${owed.toLocaleString('en-GB')} to pay or overdue`}
          count={owed}
        />
      }
    >
      <h2 className="px-5 pt-3 pb-2 text-m tracking-normal max-md:px-4">{BELL.title}</h2>
      {made ? <made.LatestTransactions leave={leave} loading={<Placeholder />} /> : <Placeholder />}
      <div className="border-t border-line p-1">
        <LinkButton to="/dashboard/finance" variant="quiet" wide onClick={leave}>
          {BELL.viewAll}
        </LinkButton>
      </div>
    </Popover>
  );
}

const SHAPES = ['first', 'second', 'third', 'fourth'];

function Placeholder() {
  return (
    <Loading label={BELL.loading}>
      {SHAPES.map((row) => (
        <div key={row} className="flex min-h-[60px] flex-col justify-center gap-3 px-5 max-md:px-4">
          <Skeleton className="h-3 w-3/5" />
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </Loading>
  );
}
