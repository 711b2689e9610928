import { createLink } from '@tanstack/react-router';
import { useState } from 'react';
import { useRunning } from '../../../../features/tenancy/running.client.ts';
import { useSeparate } from '../../../../features/tenancy/tenancy.client.ts';
import { paidByText, type Tenancy } from '../../../../features/tenancy/tenancy.ts';
import type { Payer } from '../../../../features/transaction/PayerPicker.tsx';
import { formatPence } from '../../../../shared/money.ts';
import { useRetry } from '../../../../web/http/retry.client.ts';
import { useMay } from '../../../../web/http/session.client.ts';
import { Balance } from '../../../../web/ui/display/Balance.tsx';
import { Banner, RetryBanner } from '../../../../web/ui/display/Banner.tsx';
import { Button } from '../../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../../web/ui/display/Card.tsx';
import { lazyDialog } from '../../../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../../../web/ui/overlay/open-count.client.ts';
import { FirstRows, Row, RowLink } from '../../../../web/ui/table/Rows.tsx';

const LedgerLink = createLink(RowLink);
const RecordRent = lazyDialog(async () => (await import('../../../../features/rent/RecordRent.tsx')).RecordRent);
const JoinTenancies = lazyDialog(
  async () => (await import('../../../../features/tenancy/JoinTenancies.tsx')).JoinTenancies,
);

export function TenanciesOfProperty({ propertyId }: { propertyId: string }) {
  const running = useRunning(propertyId);
  const { error, busy, retry } = useRetry(running);
  const [payer, setPayer] = useState<Payer>();
  const [recording, setRecording] = useState(false);
  const [joining, setJoining] = useState(false);
  const recordings = useOpenCount(recording);
  const joinings = useOpenCount(joining);
  const mayJoin = useMay('people.change');
  const items = running.data?.items ?? [];
  const { mutate: separate, isPending } = useSeparate();
  const asksToJoin = mayJoin && items.length > 1 && items.some((tenancy) => !tenancy.separate);
  if (items.length === 0 && !error) return null;
  const record = ({ id, names, propertyName }: Tenancy) => {
    setPayer({ tenancyId: id, names, propertyName });
    setRecording(true);
  };
  return (
    <Card aria-labelledby="tenancies">
      <CardHead id="tenancies" title={items.length > 1 ? 'Tenancies' : 'Tenancy'}>
        {mayJoin && items.length > 1 && !asksToJoin && (
          <Button variant="quiet" size="small" onClick={() => setJoining(true)}>
            Join
            <span className="sr-only"> tenancies that are one agreement</span>
          </Button>
        )}
      </CardHead>
      {error && (
        <RetryBanner busy={busy} retry={retry} className="m-4">
          We could not load the rent. {error.message}
        </RetryBanner>
      )}
      {asksToJoin && (
        <Banner tone="blue" className="m-4">
          Did these tenants sign one agreement and share one rent? Until you choose, we add up the rent of each tenancy.
          <span className="mt-2 flex flex-wrap gap-2">
            <Button size="small" onClick={() => setJoining(true)}>
              Join tenancies
            </Button>
            <Button size="small" busy={isPending ? 'Saving...' : undefined} onClick={() => separate(propertyId)}>
              Keep separate
            </Button>
          </span>
        </Banner>
      )}
      <FirstRows label="Tenancies" items={items}>
        {(tenancy) => (
          <Row
            key={tenancy.id}
            line={`${formatPence(tenancy.rent)} · ${paidByText(tenancy)}`}
            end={
              <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
                <Balance pence={tenancy.balance} />
                {/* `z-1` raises the button above the link, which covers the whole row. */}
                <Button size="small" className="z-1" onClick={() => record(tenancy)}>
                  Record<span className="sr-only"> rent from {tenancy.names}</span>
                </Button>
              </div>
            }
          >
            <LedgerLink to="/dashboard/tenancies/$id" params={{ id: tenancy.id }}>
              <span className="sr-only">Ledger for </span>
              <bdi>{tenancy.names}</bdi>
            </LedgerLink>
          </Row>
        )}
      </FirstRows>
      {payer && <RecordRent key={`rent ${recordings}`} open={recording} onOpenChange={setRecording} payer={payer} />}
      {items.length > 1 && (
        <JoinTenancies key={`join ${joinings}`} tenancies={items} open={joining} onOpenChange={setJoining} />
      )}
    </Card>
  );
}
