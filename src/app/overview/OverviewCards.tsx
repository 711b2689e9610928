/** Figures of properties, leases and people, with links to their records. */
import { createLink, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { daysBetween } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { capitalise, counted } from '../../shared/text.ts';
import { useLandlord, useToday } from '../../web/http/session.client.ts';
import { Badge, type Tone } from '../../web/ui/display/Badge.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FactLines, Stat, StatLink, StatStrip } from '../../web/ui/display/Facts.tsx';
import { CardLines } from './FirstFigures.tsx';
import { averageRent, type CardName, cardsFor, cardWords, propertiesIn } from './figures.ts';
import type { Overview } from './overview.ts';

const ToRows = createLink(StatLink);

type Props = { figures: Overview; linked: boolean };

export function Cards({ figures, linked }: Props) {
  const words = cardWords(figures);
  return (
    <StatStrip label="Figures">
      {cardsFor(useLandlord().account.rights).map(({ name }) => {
        const { value, lines } = words[name];
        const card = { name, value, compare: <CardLines lines={lines} /> };
        return linked ? <ToRows key={name} {...ROWS[name]} {...card} /> : <Stat key={name} {...card} />;
      })}
    </StatStrip>
  );
}

const ROWS = {
  'Total Properties': { to: '/dashboard/properties' },
  'Occupancy Rate': { to: '/dashboard/properties', search: { status: 'occupied' } },
  'Monthly Revenue': { to: '/dashboard/properties', search: { status: 'occupied', sort: 'rent' } },
  'Expiring Leases': { to: '/dashboard/tenants', search: { state: 'ending', sort: 'leaseEnd' } },
} as const satisfies Record<CardName, object>;

const STATUSES = [
  { status: 'occupied', tone: 'green', fill: 'bg-green-fill' },
  { status: 'vacant', tone: 'neutral', fill: 'bg-edge' },
  { status: 'maintenance', tone: 'blue', fill: 'bg-blue-fill' },
] as const satisfies { status: keyof Overview['properties']; tone: Tone; fill: string }[];

export function PropertyStatus({ figures: { properties, notLet, openRepairs }, linked }: Props) {
  const today = useToday();
  return (
    <Card aria-labelledby="property-status">
      <CardHead id="property-status" title="Property status">
        {linked && <Link to="/dashboard/properties">All properties</Link>}
      </CardHead>
      <div className="px-5 py-4 max-md:px-4">
        <div aria-hidden="true" className="mb-2 flex h-3 gap-[2px] overflow-clip rounded-control">
          {STATUSES.map(({ status, fill }) => {
            const { count } = properties[status];
            return count > 0 && <span key={status} className={fill} style={{ flexGrow: count }} />;
          })}
        </div>
        <ul className="*:not-first:border-t *:not-first:border-line">
          {STATUSES.map(({ status, tone }) => {
            const { count, rent } = properties[status];
            const name = (
              <Badge tone={tone} plain>
                {capitalise(status)}
              </Badge>
            );
            return (
              <li key={status} className="flex flex-wrap gap-x-3 py-[10px] *:first:flex-1">
                {linked ? (
                  <Link to="/dashboard/properties" search={{ status }} className="text-inherit">
                    {name}
                  </Link>
                ) : (
                  name
                )}
                <b className="tabular-nums">{count.toLocaleString('en-GB')}</b>
                <span className="flex-[0_1_9.5rem] text-right text-ink-2 tabular-nums">
                  {formatPence(rent)}/mo{status !== 'occupied' && ' unlet'}
                </span>
              </li>
            );
          })}
          {openRepairs > 0 && (
            <li className="flex gap-x-3 py-[10px] *:first:flex-1">
              <Link to="/dashboard/repairs" className="text-inherit">
                Open repairs
              </Link>
              <b className="tabular-nums">{openRepairs.toLocaleString('en-GB')}</b>
            </li>
          )}
        </ul>
        {notLet.length > 0 && (
          <>
            <h3 className="mt-3 text-s font-normal text-ink-2">Not let</h3>
            <ul>
              {notLet.map(({ id, address, since }) => (
                <li key={id} className="flex justify-between gap-3 py-2">
                  <Link to="/dashboard/properties/$id" params={{ id }} className="clip min-w-0 text-inherit">
                    <bdi>{address}</bdi>
                  </Link>
                  <span className="flex-none text-s text-ink-2">{counted(daysBetween(since, today), 'day')}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  );
}

export function Tenants({ figures: { tenants, properties, rent: owed }, linked }: Props) {
  const rent = averageRent(properties.occupied);
  return (
    <Summary
      id="tenants-summary"
      title="Tenants"
      link={linked && <Link to="/dashboard/tenants">All tenants</Link>}
      facts={[
        {
          name: 'Total Tenants',
          value: (
            <>
              {tenants.count.toLocaleString('en-GB')}
              {tenants.movedOut > 0 && (
                <span className="text-s text-ink-2"> and {tenants.movedOut.toLocaleString('en-GB')} moved out</span>
              )}
            </>
          ),
        },
        {
          name: 'Avg. Lease Length',
          value: tenants.leaseMonths === null ? '–' : counted(tenants.leaseMonths, 'month'),
        },
        { name: 'Avg. Rent', value: rent === null ? '–' : `${formatPence(rent)}/mo` },
        {
          name: 'Rent outstanding',
          value: linked ? (
            <Link to="/dashboard/rent">{formatPence(owed.outstanding)}</Link>
          ) : (
            formatPence(owed.outstanding)
          ),
        },
      ]}
    />
  );
}

export function Suppliers({ figures, linked }: Props) {
  const { suppliers } = figures;
  const total = propertiesIn(figures);
  return (
    <Summary
      id="suppliers-summary"
      title="Suppliers"
      link={linked && <Link to="/dashboard/suppliers">All suppliers</Link>}
      facts={[
        { name: 'Total Suppliers', value: suppliers.count.toLocaleString('en-GB') },
        {
          name: 'Properties Covered',
          value: `${suppliers.covered.toLocaleString('en-GB')} of ${total.toLocaleString('en-GB')}`,
        },
        { name: 'Top Service', value: suppliers.topService ?? '–' },
      ]}
    />
  );
}

type SummaryProps = { id: string; title: string; link: ReactNode; facts: { name: string; value: ReactNode }[] };

function Summary({ id, title, link, facts }: SummaryProps) {
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={title}>
        {link}
      </CardHead>
      <div className="px-5 py-2 max-md:px-4">
        <FactLines facts={facts} />
      </div>
    </Card>
  );
}
