import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatInstant } from '../../../shared/dates.ts';
import { useMay } from '../../../web/http/session.client.ts';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { FactLines } from '../../../web/ui/display/Facts.tsx';
import { PATHS } from '../inspection.client.ts';
import type { InspectionRecord } from '../inspection.ts';
import { KIND_LABELS } from '../listed.ts';
import { isFinding } from '../rules/words.ts';

export function FactsCard({ inspection }: { inspection: InspectionRecord }) {
  const seesRent = useMay('rent.see');
  const { propertyId, address, tenancyId, tenants, kind, startsAt, agreed, inspector, note, before } = inspection;
  const { sharedAt, commentsUntil, rooms } = inspection;
  const findings = rooms.flatMap(({ items }) => items).filter(isFinding).length;
  const names = tenants || 'The tenancy';
  const facts: Record<string, ReactNode> = {
    Home: propertyId ? (
      <Link to="/dashboard/properties/$id" params={{ id: propertyId }}>
        <bdi>{address}</bdi>
      </Link>
    ) : (
      <bdi>{address}</bdi>
    ),
    Tenants:
      tenancyId &&
      (seesRent ? (
        <Link to="/dashboard/tenancies/$id" params={{ id: tenancyId }}>
          <bdi>{names}</bdi>
        </Link>
      ) : (
        <bdi>{names}</bdi>
      )),
    Kind: KIND_LABELS[kind],
    Visit: formatInstant(startsAt),
    Notice: agreed && 'The tenants agreed to less than 24 hours’ notice',
    'Carried out by': inspector && <bdi>{inspector}</bdi>,
    Findings: findings > 0 && findings.toLocaleString('en-GB'),
    'Compared with': before && (
      <Link to={PATHS.one} params={{ id: before.id }}>
        {`Move-in, ${formatInstant(before.startsAt)}`}
      </Link>
    ),
    // Both instants are equal for an inspection that was locked without tenants.
    'Shared with the tenants': sharedAt && sharedAt !== commentsUntil && formatInstant(sharedAt),
    Notes: note && <span className="whitespace-pre-line">{note}</span>,
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
