import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { formatPence } from '../../../shared/money.ts';
import { personalTaxYearOf, yearLabel } from '../../../shared/tax-years.ts';
import { counted } from '../../../shared/text.ts';
import { May, useMay, useToday } from '../../../web/http/session.client.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { FactLines } from '../../../web/ui/display/Facts.tsx';
import { RecordDialog } from '../dialogs/RepairDialog.tsx';
import { PATHS, useSettleBill } from '../repair.client.ts';
import type { RepairBill, RepairRecord } from '../repair.ts';
import type { DialogKind } from '../rules/actions.ts';

export function CostCard({ repair }: { repair: RepairRecord }) {
  const year = yearLabel(personalTaxYearOf(useToday()).year);
  const [kind, setKind] = useState<DialogKind>('bill');
  const [open, setOpen] = useState(false);
  const { bills, cost, costLimit, propertyId, tenancyId } = repair;
  const ask = (chosen: DialogKind) => {
    setKind(chosen);
    setOpen(true);
  };
  const home = `${formatPence(cost.home)}, ${counted(cost.repairs, 'repair')}`;
  return (
    <Card aria-labelledby="cost">
      <CardHead id="cost" title="Cost">
        {costLimit !== null && `Ask me above ${formatPence(costLimit)}`}
      </CardHead>
      {bills.length > 0 && (
        <ul aria-label="Invoices" className="border-b border-line *:not-first:border-t *:not-first:border-line">
          {bills.map((bill) => (
            <Bill key={bill.id} repair={repair} bill={bill} />
          ))}
        </ul>
      )}
      <div className="px-5 max-md:px-4">
        <FactLines
          facts={[
            { name: 'This repair', value: cost.repair === 0 ? 'No costs yet' : formatPence(cost.repair) },
            ...(propertyId
              ? [
                  {
                    name: `This property, ${year}`,
                    value: (
                      <Link to={PATHS.list} search={{ propertyId }}>
                        {home}
                      </Link>
                    ),
                  },
                ]
              : []),
          ]}
        />
      </div>
      <div className="flex flex-wrap gap-2 border-t border-line px-5 py-3 empty:hidden max-md:px-4">
        <May need={PATHS.change}>
          <Button size="small" onClick={() => ask('bill')}>
            Add invoice
          </Button>
          {tenancyId && (
            <May need="rent.change">
              <Button size="small" variant="quiet" onClick={() => ask('charge')}>
                Charge the tenant
              </Button>
              <Button size="small" variant="quiet" onClick={() => ask('reduction')}>
                Reduce the rent
              </Button>
            </May>
          )}
        </May>
      </div>
      <RecordDialog repair={repair} kind={kind} open={open} onOpenChange={setOpen} />
    </Card>
  );
}

function Bill({ repair, bill }: { repair: RepairRecord; bill: RepairBill }) {
  const { supplierName, number, net, vat, due, state, file, overQuote } = bill;
  const accept = useSettleBill(repair, 'accept');
  const refuse = useSettleBill(repair, 'refuse');
  const busy = accept.isPending || refuse.isPending;
  return (
    <li className="flex flex-col gap-1 px-5 py-3 max-md:px-4">
      <div className="flex justify-between gap-4">
        <p className="min-w-0 wrap-anywhere">
          <bdi>{supplierName}</bdi>
        </p>
        <p className="figures font-bold">{formatPence(net + vat)}</p>
      </div>
      <p className="text-s text-ink-2 wrap-anywhere">
        {net < 0 ? 'Credit note ' : 'Invoice '}
        {file ? (
          <a href={file.url} target="_blank" rel="noopener">
            {number}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          number
        )}
        {[vat === 0 ? 'no VAT' : `VAT ${formatPence(vat)}`, due && `due ${formatDay(due)}`]
          .filter(Boolean)
          .map((words) => ` · ${words}`)
          .join('')}
      </p>
      {overQuote !== null && (
        <StatusState small state="lacking">
          {formatPence(overQuote)} over the quote
        </StatusState>
      )}
      {state === 'refused' && <p className="text-s text-ink-2">Refused</p>}
      {state === 'accepted' && <Paid {...bill} />}
      {state === 'received' && (
        <May need={PATHS.change}>
          <div className="mt-1 flex flex-wrap gap-2">
            <May need="money.change">
              <Button
                size="small"
                disabled={busy}
                busy={accept.isPending ? 'Accepting...' : undefined}
                onClick={() => accept.mutate(bill.id)}
              >
                Accept<span className="sr-only"> invoice {number}</span>
              </Button>
            </May>
            <Button
              size="small"
              variant="quiet"
              disabled={busy}
              busy={refuse.isPending ? 'Refusing...' : undefined}
              onClick={() => refuse.mutate(bill.id)}
            >
              Refuse<span className="sr-only"> invoice {number}</span>
            </Button>
          </div>
        </May>
      )}
    </li>
  );
}

function Paid({ paid, transactionId }: RepairBill) {
  const seesMoney = useMay('money.see');
  const words = paid ? 'Paid' : 'To pay';
  return (
    <p className="text-s">
      <StatusState small state={paid ? 'good' : 'soon'}>
        {transactionId && seesMoney ? (
          <Link to="/dashboard/finance" search={{ open: transactionId }}>
            {words} in Finance
          </Link>
        ) : (
          words
        )}
      </StatusState>
    </p>
  );
}
