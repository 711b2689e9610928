/** 'At the year end': figures of the tax return that are not in updates, and costs that need attention. */
import { useQuery } from '@tanstack/react-query';
import { createLink } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Disclosure } from '../../web/ui/display/Disclosure.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import type { DomesticItem } from '../tax/domestic.ts';
import { BEFORE_LETTING_SOURCE } from './rules/before-letting.ts';
import { yearEndOf } from './year-end.client.ts';
import type { YearEnd } from './year-end.ts';

const RecordLink = createLink(RowLink);
const DomesticItemDialog = lazyDialog(async () => (await import('./DomesticItemDialog.tsx')).DomesticItemDialog);

export function YearEndCard({ of }: { of: Parameters<typeof yearEndOf>[0] }) {
  const { data, error } = useQuery(yearEndOf(of));
  if (error && !data) return <Banner tone="red">{`We could not load the year end. ${error.message}`}</Banner>;
  if (!data) return null;
  const { domesticItems, allowance, noUpdate, beforeLetting, overCashBasis, agentDays } = data;
  return (
    <>
      {overCashBasis && (
        <Banner tone="amber">
          <b>Your receipts are over £150,000.</b> These figures use the cash basis, which is not the default above that
          amount. Tenure does not have traditional accounting, so ask an accountant.
        </Banner>
      )}
      {agentDays > 0 && (
        <Banner
          tone="amber"
          action={
            <LinkButton to="/dashboard/tax/agent-days" size="small">
              Review
            </LinkButton>
          }
        >
          <b>{`${counted(agentDays, 'fee or cost', 'fees and costs')} of agents.`}</b> Each counts on the day the agent
          kept it. These still have the date of the payment.
        </Banner>
      )}
      <Card aria-label="At the year end">
        <CardHead title="At the year end">
          <LinkButton to="/dashboard/tax/capital" variant="quiet" size="small">
            Capital list
          </LinkButton>
        </CardHead>
        <p className="px-5 py-3 text-s text-ink-2 max-md:px-4">
          Only the tax return has these, not the quarterly updates. Capital allowances (boxes 31 to 35) are not in
          Tenure.
        </p>
        {allowance !== null && (
          <Line box="20.1" title="Property income allowance" pence={allowance}>
            Instead of expenses: leave all of them out of the return.
          </Line>
        )}
        {domesticItems.items.length > 0 && <DomesticItems {...domesticItems} />}
        {noUpdate && (
          <Line
            box="–"
            title={`${formatDay(noUpdate.from)} to ${formatDay(noUpdate.to)}`}
            pence={noUpdate.income - noUpdate.expenses}
          >
            {`No update includes these days. Add income of ${formatPence(noUpdate.income)} and expenses of ${formatPence(noUpdate.expenses)} at the year end.`}
          </Line>
        )}
        {beforeLetting && <BeforeLetting {...beforeLetting} />}
        {allowance === null && domesticItems.items.length === 0 && !noUpdate && !beforeLetting && (
          <p className="px-5 py-3 max-md:px-4">You do not have any figures to add yet.</p>
        )}
      </Card>
    </>
  );
}

type LineProps = { box: string; title: string; pence: number; children: ReactNode };

function Line({ box, title, pence, children }: LineProps) {
  return (
    <div className="flex items-center gap-3 px-5 py-3 not-first:border-t not-first:border-line max-md:px-4">
      <span className="inline-grid h-6 min-w-9 flex-none place-items-center rounded-control border border-line px-1 text-s font-bold tabular-nums">
        {box}
      </span>
      <span className="min-w-0 flex-1">
        {title}
        <span className="block text-s text-ink-2">{children}</span>
      </span>
      <span className="figures whitespace-nowrap">{formatPence(pence)}</span>
    </div>
  );
}

function DomesticItems({ items, pence }: YearEnd['domesticItems']) {
  const [shown, setShown] = useState<DomesticItem>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const missing = items.filter(({ facts }) => !facts).length;
  return (
    <div className="border-t border-line">
      <Line box="36" title="Replaced domestic items" pence={pence}>
        {missing > 0
          ? `${counted(missing, 'item')} with the whole cost: check whether each replaced one like it.`
          : 'The price of similar items, with delivery, less the money you received for the old ones.'}
      </Line>
      <Rows label="Replaced domestic items">
        {items.map((item) => (
          <Row
            key={item.id}
            line={[formatDay(item.date), item.propertyAddress, `cost ${formatPence(item.cost)}`]
              .filter(Boolean)
              .join(' · ')}
            end={
              <span className="flex items-center gap-2">
                <AmountWithPart pence={item.relief} part={item.part} />
                <May need="tax.change">
                  <Button
                    size="small"
                    variant={item.facts ? 'quiet' : 'secondary'}
                    onClick={() => {
                      setShown(item);
                      setOpen(true);
                    }}
                  >
                    {item.facts ? 'Change' : 'Check'}
                    <span className="sr-only">: {item.description}</span>
                  </Button>
                </May>
              </span>
            }
          >
            <RecordLink to="/dashboard/finance" search={{ open: item.id }}>
              {item.description}
            </RecordLink>
          </Row>
        ))}
      </Rows>
      {shown && <DomesticItemDialog key={`${shown.id}${openings}`} item={shown} open={open} onOpenChange={setOpen} />}
    </div>
  );
}

function AmountWithPart({ pence, part }: { pence: number; part: number | null }) {
  return (
    <span className="figures text-right whitespace-nowrap">
      {formatPence(pence)}
      {part !== null && <span className="block text-s text-ink-2">{`Part: ${formatPence(part)}`}</span>}
    </span>
  );
}

function BeforeLetting({ firstLetting, items, adds, boxes }: NonNullable<YearEnd['beforeLetting']>) {
  return (
    <div className="border-t border-line">
      <Disclosure
        title={`Costs before ${formatDay(firstLetting)}`}
        line={`${counted(items.length, 'cost')}, if your letting business started on that day`}
      >
        <p className="text-s text-ink-2">
          Costs of up to seven years before your first letting count on its first day. The boxes have them by date, as
          you may have let before: correct this in your tax return if you had not.{' '}
          <a href={BEFORE_LETTING_SOURCE.link} target="_blank" rel="noopener">
            {BEFORE_LETTING_SOURCE.name}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
        <Rows label={adds ? 'To add to the boxes' : 'To take off the boxes'}>
          {boxes.map(({ box, label, pence }) => (
            <Row
              key={box}
              line={adds ? 'Add to this year' : 'Take off this year'}
              end={<span className="figures whitespace-nowrap">{formatPence(pence)}</span>}
            >
              {`Box ${box}: ${label}`}
            </Row>
          ))}
        </Rows>
        <Rows label="Costs before the first letting">
          {items.map(({ id, date, description, pence, part, countsOn }) => (
            <Row
              key={id}
              line={`${formatDay(date)} · ${countsOn ? `counts on ${formatDay(countsOn)}` : 'not allowable: over seven years before'}`}
              end={<AmountWithPart pence={pence} part={part} />}
            >
              <RecordLink to="/dashboard/finance" search={{ open: id }}>
                {description}
              </RecordLink>
            </Row>
          ))}
        </Rows>
      </Disclosure>
    </div>
  );
}
