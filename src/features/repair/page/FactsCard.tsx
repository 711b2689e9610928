import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatPence } from '../../../shared/money.ts';
import { useMay } from '../../../web/http/session.client.ts';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { FactLines } from '../../../web/ui/display/Facts.tsx';
import { categoryLabel, URGENCY_LABELS } from '../listed.ts';
import { PATHS } from '../repair.client.ts';
import type { RepairRecord } from '../repair.ts';
import { instantWords, showTimes, visit } from '../rules/words.ts';

const REPORTERS: Record<RepairRecord['reportedBy'], string> = {
  landlord: 'by you',
  tenant: 'by link',
  poster: 'on a poster’s page',
  inspection: 'at an inspection',
  plan: 'by a plan',
};

export function FactsCard({ repair }: { repair: RepairRecord }) {
  const seesPeople = useMay('people.see');
  const { address, category, urgency, room, reportedAt, reportedBy, reporter, due, times, previous } = repair;
  const { propertyId, tenant, supplier, accessNote, costLimit, bookedFrom, bookedUntil } = repair;
  const atHome = [repair.pets && 'Pets', repair.vulnerable && 'Somebody is young, old, ill or expecting'];
  const facts: Record<string, ReactNode> = {
    Home: propertyId ? (
      <Link to="/dashboard/properties/$id" params={{ id: propertyId }}>
        <bdi>{address}</bdi>
      </Link>
    ) : (
      <bdi>{address}</bdi>
    ),
    Tenant: tenant && <Tenant {...tenant} linked={seesPeople} />,
    Reporter: reporter && <bdi>{[reporter.name, reporter.email, reporter.phone].filter(Boolean).join(', ')}</bdi>,
    Supplier: supplier && (
      <Link to="/dashboard/suppliers/$id" params={{ id: supplier.id }}>
        <bdi>{supplier.name}</bdi>
      </Link>
    ),
    Category: categoryLabel(category),
    Room: room,
    Reported: `${instantWords(reportedAt)}, ${REPORTERS[reportedBy]}`,
    'Your target': due ? `${URGENCY_LABELS[urgency]}: ${instantWords(due)}` : URGENCY_LABELS[urgency],
    Visit: bookedFrom && bookedUntil && visit(bookedFrom, bookedUntil),
    'Times that suit': showTimes(times),
    'At home': atHome.filter(Boolean).join('. '),
    'How to get in': accessNote && <span className="whitespace-pre-line">{accessNote}</span>,
    'Ask me above': costLimit !== null && formatPence(costLimit),
    'Came back from': previous && (
      <Link to={PATHS.one} params={{ id: previous.id }}>
        <bdi>{`Repair ${previous.number}, ${previous.title}`}</bdi>
      </Link>
    ),
  };
  return (
    <Card aria-labelledby="facts">
      <CardHead id="facts" title="Facts" />
      <div className="px-5 max-md:px-4">
        <FactLines facts={Object.entries(facts).flatMap(([name, value]) => (value ? [{ name, value }] : []))} />
      </div>
    </Card>
  );
}

function Tenant({ id, name, linked }: { id: string; name: string; linked: boolean }) {
  if (!linked || name === '') return <bdi>{name || 'Tenant'}</bdi>;
  return (
    <Link to="/dashboard/tenants/$id" params={{ id }}>
      <bdi>{name}</bdi>
    </Link>
  );
}
