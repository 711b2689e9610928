/** /dashboard/activity, and the activity of one record on its page. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { allowedBy } from '../../../shared/allowed.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { SHARED_KEY } from '../../../web/http/query.client.ts';
import { useRights } from '../../../web/http/session.client.ts';
import { LinkBack } from '../../../web/records/links.client.ts';
import { CardOfPages } from '../../../web/records/list/CardOfPages.tsx';
import { onlyText } from '../../../web/records/routes.client.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { DetailSection, EmptyState } from '../../../web/ui/display/Card.tsx';
import { PageHead } from '../../../web/ui/display/PageHead.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { NOUNS } from '../../nouns.client.ts';
import { RecentActivities } from './RecentActivities.tsx';

const WORDS = { loading: 'Loading activity...', failed: 'We could not load the activity' };
const GROUPS = NOUNS.map(({ id, area, label }) => ({ value: id, label, need: `${area}.see` as const }));

type ActivityFilter = { noun?: string | undefined; by?: string | undefined; about?: string };

const listOf = (filter: ActivityFilter, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...SHARED_KEY, 'activity', filter],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.activity.$get(
          { query: { ...filter, limit: String(limit), ...(cursor && { cursor }) } },
          { init: { signal } },
        ),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const PAGE_SIZE = 50;
const TENURE = { value: 'tenure', label: 'Tenure' };
const textOf = onlyText('noun', 'by');
const BY = /^(?:tenure|[\da-f-]{36})$/;

export function ActivityPage() {
  const search = useSearch({ from: '/dashboard/activity' });
  const groups = GROUPS.filter(allowedBy(useRights()));
  const noun = groups.find(({ value }) => value === search.noun)?.value;
  const by = search.by && BY.test(search.by) ? search.by : undefined;
  const filter = { noun, by };
  const people = useInfiniteQuery(listOf(filter, PAGE_SIZE)).data?.pages[0]?.people ?? [];
  const navigate = useNavigate();
  const narrowTo = (next: ActivityFilter) =>
    void navigate({ to: '/dashboard/activity', search: textOf(next), replace: true });
  return (
    <>
      <PageHead
        title="Activity"
        line="Added, changed and removed records, newest first"
        back={<LinkBack to="/dashboard">Dashboard</LinkBack>}
        actions={
          <>
            {people.length > 1 && (
              <Select
                aria-label="By"
                className="w-[200px]"
                placeholder="Everyone"
                options={[...people.map(({ id, name }) => ({ value: id, label: name })), TENURE]}
                value={by ?? ''}
                onChange={({ target }) => narrowTo({ noun, by: target.value || undefined })}
              />
            )}
            <Select
              aria-label="Show"
              className="w-[200px]"
              placeholder="Everything"
              options={groups}
              value={noun ?? ''}
              onChange={({ target }) => narrowTo({ by, noun: target.value || undefined })}
            />
          </>
        }
      />
      <ActivityList filter={filter} limit={PAGE_SIZE} onClear={noun || by ? () => narrowTo({}) : undefined} />
    </>
  );
}

export function RecordActivity({ about }: { about: string }) {
  return (
    <DetailSection id="activity" title="Activity" className="mt-8">
      <ActivityList filter={{ about }} limit={10} level={3} />
    </DetailSection>
  );
}

type Props = { filter: ActivityFilter; limit: number; level?: 2 | 3; onClear?: (() => void) | undefined };

function ActivityList({ filter, limit, level = 2, onClear }: Props) {
  return (
    <CardOfPages
      list={useInfiniteQuery(listOf(filter, limit))}
      words={WORDS}
      level={level}
      empty={
        <EmptyState
          level={level}
          title="No activity yet"
          words="Your changes will appear here."
          action={onClear && <Button onClick={onClear}>Show everything</Button>}
        />
      }
    >
      {(activities) => <RecentActivities label="Activity" activities={activities} />}
    </CardOfPages>
  );
}
