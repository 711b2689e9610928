import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLink, Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useId } from 'react';
import { formatPence } from '../../shared/money.ts';
import { counted } from '../../shared/text.ts';
import { May, useLandlord } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { STATE_LABELS, TEXTS } from './listed.ts';
import { PATHS, repairs, summaryOf } from './repair.client.ts';
import type { Repair, RepairSummary } from './repair.ts';
import { ageOf } from './rules/words.ts';

type Of = { propertyId: string } | { tenantId: string } | { supplierId: string };

const RepairLink = createLink(RowLink);
const SHOWN = 5;

/** Shows a property's open repairs, or the latest repairs of a tenant or supplier, with `children` below. */
export function RepairsCard({ of, children }: { of: Of; children?: ReactNode }) {
  const id = useId();
  const { now } = useLandlord();
  const home = 'propertyId' in of;
  const list = useInfiniteQuery({
    ...repairs.list({ q: '', sort: 'newest', ...of, ...(home && { group: 'open' as const }) }),
    placeholderData: () => undefined,
  });
  const { data: summary } = useQuery(summaryOf(of));
  const [first] = list.data?.pages ?? [];
  const items = first?.items.slice(0, SHOWN);
  const all = 'tenantId' in of ? undefined : of;
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={TEXTS.title}>
        {all && first && (
          <Link to={PATHS.list} search={home ? all : { ...all, group: 'open' }}>
            {home || (first.total ?? 0) <= SHOWN ? 'Open list' : `All ${counted(first.total ?? 0, 'repair')}`}
          </Link>
        )}
        {'supplierId' in of || (
          <May need={PATHS.change}>
            <LinkButton to={PATHS.add} search={of} size="small" variant="quiet" icon={Plus}>
              Add
            </LinkButton>
          </May>
        )}
      </CardHead>
      {summary && <Figures of={of} summary={summary} />}
      {!items && !list.error && (
        <Loading label={TEXTS.loadingList} className="p-5">
          <Skeleton className="h-4 w-3/5" />
        </Loading>
      )}
      {list.error && <p className="px-5 py-4 text-red max-md:px-4">{`${TEXTS.listFailed}. ${list.error.message}`}</p>}
      {items?.length === 0 && (
        <p className="px-5 py-4 text-ink-2 max-md:px-4">{home ? 'No open repairs' : 'No repairs yet'}</p>
      )}
      {items && items.length > 0 && (
        <Rows label={TEXTS.title}>
          {items.map((repair) => (
            <Row key={repair.id} line={lineOf(repair, now)} end={repair.late && <Late />}>
              <RepairLink to={PATHS.one} params={{ id: repair.id }}>
                <bdi>{repair.title}</bdi>
              </RepairLink>
            </Row>
          ))}
        </Rows>
      )}
      {children}
    </Card>
  );
}

const Late = () => (
  <StatusState small state="bad">
    over your target
  </StatusState>
);

const lineOf = (repair: Repair, now: string) =>
  [`Repair ${repair.number}`, STATE_LABELS[repair.state], ageOf(repair, now)].join(' · ');

function Figures({ of, summary }: { of: Of; summary: RepairSummary }) {
  const words = figuresOf(of, summary);
  return words && <p className="border-b border-line px-5 py-3 text-s text-ink-2 max-md:px-4">{words}</p>;
}

/**
 * Returns '£286.00 this tax year, £1,286.00 in total' for a property, or
 * '6 jobs, 2 days to done on average, 3 of 5 quotes accepted' for a supplier.
 */
function figuresOf(of: Of, { cost, jobs, days, quotes }: RepairSummary): string {
  if ('tenantId' in of) return '';
  if ('propertyId' in of)
    return cost.all === 0 ? '' : `${formatPence(cost.year)} this tax year, ${formatPence(cost.all)} in total`;
  if (jobs === 0 && quotes.given === 0) return '';
  return [
    counted(jobs, 'job'),
    days !== null && `${counted(days, 'day')} to done on average`,
    quotes.given > 0 && `${quotes.chosen} of ${counted(quotes.given, 'quote')} accepted`,
  ]
    .filter(Boolean)
    .join(', ');
}
