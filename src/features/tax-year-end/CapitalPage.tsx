/** /dashboard/tax/capital: price, buying costs and improvements of each property, for capital gains. */
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkBack } from '../../web/records/links.client.ts';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Disclosure } from '../../web/ui/display/Disclosure.tsx';
import { FactLines } from '../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead, useTitle } from '../../web/ui/display/PageHead.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { capitalQuery } from './year-end.client.ts';
import { type CapitalProperty, PURCHASE } from './year-end.ts';

const RecordLink = createLink(RowLink);
const PurchaseDialog = lazyDialog(async () => (await import('./PurchaseDialog.tsx')).PurchaseDialog);
const PAGE_SIZE = 50;

export function CapitalPage() {
  useTitle('Capital list');
  const query = useQuery(capitalQuery);
  const { error, busy, retry } = useRetry(query);
  const items = query.data?.items ?? [];
  const [shown, setShown] = useState(PAGE_SIZE);
  const [property, setProperty] = useState<CapitalProperty>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const edit = (one: CapitalProperty | undefined) => {
    setProperty(one);
    setOpen(true);
  };
  const add = (
    <May need="tax.change">
      <Button onClick={() => edit(undefined)}>Add a purchase</Button>
    </May>
  );
  return (
    <>
      <PageHead
        back={<LinkBack to="/dashboard/tax">Tax</LinkBack>}
        title="Capital list"
        line="Price, buying costs and improvements. They count when you sell, not in the boxes."
        actions={
          items.length > 0 && (
            <>
              <ButtonLink href="/api/tax/capital/export" download icon={Download} title="Export">
                <span className="max-md:sr-only">Export</span>
              </ButtonLink>
              {add}
            </>
          )
        }
      />
      {!query.data && !error && (
        <Loading label="Loading the capital list...">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
      {!query.data && error && (
        <ErrorState title="We could not load the capital list" reason={error.message} onRetry={retry} busy={busy} />
      )}
      {query.data && items.length === 0 && (
        <EmptyState
          title="No capital costs yet"
          words="Add the price of a property, or answer ‘improvement’ for a transaction."
          action={add}
        />
      )}
      {items.length > 0 && (
        <Card>
          <ul aria-label="Properties" className="*:not-first:border-t *:not-first:border-line">
            {items.slice(0, shown).map((one) => (
              <li key={one.propertyId}>
                <Disclosure
                  title={one.address}
                  line={[
                    one.purchase.boughtOn && `Bought ${formatDay(one.purchase.boughtOn)}`,
                    one.rows.length > 0 && counted(one.rows.length, 'transaction'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                  end={<span className="figures whitespace-nowrap">{formatPence(one.total)}</span>}
                >
                  <Property {...one} onEdit={() => edit(one)} />
                </Disclosure>
              </li>
            ))}
          </ul>
          {items.length > shown && (
            <div className="border-t border-line px-5 py-2">
              <Button variant="quiet" size="small" onClick={() => setShown(shown + PAGE_SIZE)}>
                Show more
              </Button>
            </div>
          )}
        </Card>
      )}
      <PurchaseDialog
        key={`${property?.propertyId ?? ''}${openings}`}
        property={property}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
}

const COSTS = ['price', 'stampDuty', 'legalFees', 'otherCosts'] as const;

function Property({ exists, purchase, rows, onEdit }: CapitalProperty & { onEdit: () => void }) {
  const names = COSTS.filter((name) => purchase[name] > 0);
  return (
    <>
      {names.length > 0 && (
        <FactLines facts={names.map((name) => ({ name: PURCHASE.labels[name], value: formatPence(purchase[name]) }))} />
      )}
      {rows.length > 0 && (
        <Rows label="Transactions">
          {rows.map(({ id, date, description, pence }) => (
            <Row
              key={id}
              line={formatDay(date)}
              end={<span className="figures whitespace-nowrap">{formatPence(pence)}</span>}
            >
              <RecordLink to="/dashboard/finance" search={{ open: id }}>
                {description}
              </RecordLink>
            </Row>
          ))}
        </Rows>
      )}
      {exists && (
        <May need="tax.change">
          <Button size="small" className="mt-2" onClick={onEdit}>
            {names.length > 0 ? 'Change price and buying costs' : 'Add price and buying costs'}
          </Button>
        </May>
      )}
    </>
  );
}
