import { useInfiniteQuery } from '@tanstack/react-query';
import { createLink, Link } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useId } from 'react';
import { formatInstant } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { Row, RowLink, Rows } from '../../web/ui/table/Rows.tsx';
import { inspections, PATHS } from './inspection.client.ts';
import { STATE_LABELS, TEXTS } from './listed.ts';
import { headTitle } from './rules/words.ts';

type Of = { propertyId: string } | { tenantId: string };

const InspectionLink = createLink(RowLink);
const SHOWN = 5;

export function InspectionsCard({ of }: { of: Of }) {
  const id = useId();
  const list = useInfiniteQuery({
    ...inspections.list({ q: '', sort: 'newest', ...of }),
    placeholderData: () => undefined,
  });
  const [first] = list.data?.pages ?? [];
  const items = first?.items.slice(0, SHOWN);
  return (
    <Card aria-labelledby={id}>
      <CardHead id={id} title={TEXTS.title}>
        {first && first.items.length > SHOWN && (
          <Link to={PATHS.list} search={of}>
            {`All ${counted(first.total ?? 0, 'inspection')}`}
          </Link>
        )}
        {'propertyId' in of && (
          <May need={PATHS.change}>
            <LinkButton to={PATHS.add} search={of} size="small" variant="quiet" icon={Plus}>
              Add<span className="sr-only"> an inspection</span>
            </LinkButton>
          </May>
        )}
      </CardHead>
      {!items && !list.error && (
        <Loading label={TEXTS.loadingList} className="p-5">
          <Skeleton className="h-4 w-3/5" />
        </Loading>
      )}
      {list.error && <p className="px-5 py-4 text-red max-md:px-4">{`${TEXTS.listFailed}. ${list.error.message}`}</p>}
      {items?.length === 0 && <p className="px-5 py-4 text-ink-2 max-md:px-4">No inspections yet</p>}
      {items && items.length > 0 && (
        <Rows label={TEXTS.title}>
          {items.map(({ id: one, kind, startsAt, state, findings }) => (
            <Row
              key={one}
              line={[formatInstant(startsAt), STATE_LABELS[state], findings > 0 && counted(findings, 'finding')]
                .filter(Boolean)
                .join(' · ')}
            >
              <InspectionLink to={PATHS.one} params={{ id: one }}>
                {headTitle(kind)}
              </InspectionLink>
            </Row>
          ))}
        </Rows>
      )}
    </Card>
  );
}
