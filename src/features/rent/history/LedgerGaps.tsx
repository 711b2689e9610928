import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { useLedgerGaps, useMoveLedgers } from './history.client.ts';
import type { Gap } from './history.ts';

const Plain = createLink((props: ComponentProps<'a'>) => <a {...props} />);

export function LedgerGaps({ className }: { className?: string }) {
  const { data } = useLedgerGaps();
  const { mutate: move, isPending } = useMoveLedgers();
  const gaps = data?.items ?? [];
  const movable = gaps.filter(({ hasOpening }) => !hasOpening);
  const [first] = movable;
  const tenancies = movable.map(({ tenancyId, from }) => ({ tenancyId, from }));
  if (gaps.length === 0) return null;
  return (
    <Banner
      tone="blue"
      role="status"
      className={className}
      action={
        first && (
          <Button size="small" disabled={isPending} onClick={() => move({ tenancies })}>
            {movable.length === 1 ? `Start ledger on ${formatDay(first.from)}` : `Move ${movable.length} ledgers back`}
          </Button>
        )
      }
    >
      <p className="font-bold">
        {gaps.length === 1
          ? 'You have bank rows from before a ledger starts'
          : `You have bank rows from before ${gaps.length} ledgers start`}
      </p>
      <ul>
        {gaps.map((gap) => (
          <Line key={gap.tenancyId} gap={gap} />
        ))}
      </ul>
    </Banner>
  );
}

function Line({ gap: { tenancyId, names, begins, reaches, from, hasOpening } }: { gap: Gap }) {
  return (
    <li>
      <bdi>{names}</bdi>
      {`: rows from ${formatDay(reaches)}, the ledger starts ${formatDay(begins)}. `}
      {hasOpening ? (
        <Plain to="/dashboard/tenancies/$id" params={{ id: tenancyId }}>
          Enter the balance on {formatDay(from)}
        </Plain>
      ) : (
        `Start it on ${formatDay(from)}?`
      )}
    </li>
  );
}
