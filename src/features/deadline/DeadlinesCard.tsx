import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { counted } from '../../shared/text.ts';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { useDeadlineDialogs } from './DeadlineDialogs.tsx';
import { DeadlineRow } from './DeadlineRow.tsx';
import { listOf } from './deadline.client.ts';
import { TEXTS } from './listed.ts';

const SHOWN = 5;

export function DeadlinesCard({ propertyId }: { propertyId: string }) {
  const { data, error } = useInfiniteQuery(listOf({ propertyId }, SHOWN));
  const { act, dialogs } = useDeadlineDialogs();
  const page = data?.pages[0];
  if (!page && !error) return null;
  return (
    <Card aria-labelledby="deadlines-of-home">
      <CardHead id="deadlines-of-home" title="Deadlines">
        {page && (
          <Link to="/dashboard/deadlines" search={{ propertyId }}>
            {page.total > SHOWN ? `All ${counted(page.total, 'deadline')}` : 'Open list'}
          </Link>
        )}
      </CardHead>
      {page && page.items.length > 0 ? (
        <ul>
          {page.items.map((deadline) => (
            <DeadlineRow key={deadline.id} deadline={deadline} onAct={act} here />
          ))}
        </ul>
      ) : (
        <p className="p-5 text-ink-2 max-md:p-4">{error ? TEXTS.listFailed : 'Nothing is due.'}</p>
      )}
      {dialogs}
    </Card>
  );
}
