/** The payments of a loan, and transactions that may be payments. */
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { May } from '../../web/http/session.client.ts';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FirstRows, Row, RowLink } from '../../web/ui/table/Rows.tsx';
import { categoryLabel } from '../transaction/labels.ts';
import { MAX_LINKS } from './listed.ts';
import { candidatesOf, PATHS, paymentsOf, useLink, useUnlink, useUpdatePayments } from './loan.client.ts';
import type { Loan, LoanPaymentItem } from './loan.ts';

const RecordLink = createLink(RowLink);

export function LoanPayments({ loan: { id } }: { loan: Loan }) {
  const { data: payments, error } = useQuery(paymentsOf(id));
  const unlink = useUnlink(id);
  const update = useUpdatePayments(id);
  const differing = payments?.filter(({ differs }) => differs).length ?? 0;
  return (
    <>
      <Card aria-labelledby="payments">
        <CardHead id="payments" title="Payments" />
        {error && !payments && <p role="alert" className="p-5">{`We could not load the payments. ${error.message}`}</p>}
        {!payments && !error && <p className="p-5 text-s text-ink-2">Loading payments...</p>}
        {differing > 0 && (
          <Banner
            tone="amber"
            className="m-4"
            action={
              <May need={PATHS.change}>
                <Button size="small" disabled={update.isPending} onClick={() => update.mutate(undefined)}>
                  Update
                </Button>
              </May>
            }
          >
            {`${counted(differing, 'payment')} ${differing === 1 ? 'was' : 'were'} changed in Finance and no longer ${differing === 1 ? 'has' : 'have'} the interest of this loan.`}
          </Banner>
        )}
        {payments?.length === 0 && (
          <p className="p-5 text-ink-2">
            No payments yet. Link them below, and only their interest will count for tax.
          </p>
        )}
        {payments && payments.length > 0 && (
          <FirstRows label="Payments" items={payments} first={12}>
            {(payment) => (
              <Row
                key={payment.id}
                line={partsLine(payment)}
                end={
                  <span className="flex items-center justify-end gap-2">
                    <Badge>{payment.estimated ? 'Estimated' : 'Exact'}</Badge>
                    <span className="figures max-md:hidden">{formatPence(payment.amount)}</span>
                    <May need={PATHS.change}>
                      <span className="relative">
                        <Button
                          variant="quiet"
                          size="small"
                          disabled={unlink.isPending}
                          onClick={() => unlink.mutate(payment.id)}
                        >
                          Unlink<span className="sr-only">{` the payment of ${formatDay(payment.day)}`}</span>
                        </Button>
                      </span>
                    </May>
                  </span>
                }
              >
                <RecordLink to="/dashboard/finance" search={{ open: payment.id }}>
                  {formatDay(payment.day)}
                </RecordLink>
              </Row>
            )}
          </FirstRows>
        )}
      </Card>
      <May need={PATHS.change}>
        <Candidates id={id} />
      </May>
    </>
  );
}

function partsLine({ interest, private: above, capital }: LoanPaymentItem): string {
  return [
    `Interest ${formatPence(interest)}`,
    above > 0 && `above the limit ${formatPence(above)}`,
    capital > 0 && `capital ${formatPence(capital)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

function Candidates({ id }: { id: string }) {
  const { data: items = [] } = useQuery(candidatesOf(id));
  const { mutate: link, isPending } = useLink(id);
  const likely = items.filter((one) => one.likely).slice(0, MAX_LINKS);
  if (items.length === 0) return null;
  return (
    <Card aria-labelledby="candidates">
      <CardHead id="candidates" title="Link payments">
        {likely.length > 1 && (
          <Button size="small" disabled={isPending} onClick={() => link(likely.map((one) => one.id))}>
            {`Link ${likely.length} likely payments`}
          </Button>
        )}
      </CardHead>
      <FirstRows label="Transactions to link" items={items} first={Math.max(5, Math.min(likely.length, 12))}>
        {(one) => (
          <Row
            key={one.id}
            line={`${formatDay(one.day)} · ${categoryLabel(one.category)}${one.likely ? ' · Likely' : ''}`}
            end={
              <span className="flex items-center gap-2">
                <span className="figures">{formatPence(one.amount)}</span>
                <Button size="small" disabled={isPending} onClick={() => link([one.id])}>
                  Link<span className="sr-only">{` ${one.description}, ${formatDay(one.day)}`}</span>
                </Button>
              </span>
            }
          >
            {one.description}
          </Row>
        )}
      </FirstRows>
    </Card>
  );
}
