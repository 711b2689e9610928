import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import Plus from 'lucide-react/icons/plus';
import { useCallback, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Found } from '../../web/records/list/ListPage.tsx';
import { ListToolbar } from '../../web/records/list/ListToolbar.tsx';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { PATHS } from '../property/property.client.ts';
import { type Act, useDeadlineDialogs } from './DeadlineDialogs.tsx';
import { DeadlineSections } from './DeadlineSections.tsx';
import { countsOf, listOf } from './deadline.client.ts';
import type { DeadlineCounts } from './deadline.ts';
import { DATED, DEADLINE_LIST, GROUP_LABELS, GROUPS, type Group, KIND_LABELS, TEXTS } from './listed.ts';

const OwnDeadlineAdd = lazyDialog(async () => (await import('./OwnDeadlineDialogs.tsx')).OwnDeadlineAdd);

export function DeadlinesPage() {
  const search = DEADLINE_LIST.search(useSearch({ from: '/dashboard/deadlines' }));
  const navigate = useNavigate();
  const { q, group, kind, propertyId, add } = search;
  const filter = { q, group, kind, propertyId };
  const { data: counts } = useQuery(countsOf(filter));
  const list = useInfiniteQuery(listOf(filter));
  const change = useCallback(
    (next: object) =>
      void navigate({
        to: '/dashboard/deadlines',
        search: (now) => DEADLINE_LIST.search({ ...now, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const searchFor = useCallback((q: string | undefined) => change({ q }), [change]);
  const total = list.data?.pages[0]?.total;
  const line = total === undefined ? undefined : counted(total, 'deadline');
  const [adding, setAdding] = useState(add === 'yes');
  const openings = useOpenCount(adding);
  const { act, dialogs } = useDeadlineDialogs();
  return (
    <>
      <PageHead
        title="Deadlines"
        line={
          counts ? (
            <>
              {`${openOf(counts).toLocaleString('en-GB')} open`}
              {counts.groups.ask > 0 && (
                <>
                  {' · '}
                  <button
                    type="button"
                    className="cursor-pointer text-link underline"
                    onClick={() => change({ group: 'ask' })}
                  >
                    {counted(counts.groups.ask, 'home')} with missing facts
                  </button>
                </>
              )}
            </>
          ) : (
            '\u00a0'
          )
        }
        actions={
          <May need="properties.change">
            <Button icon={Plus} onClick={() => setAdding(true)}>
              Add deadline
            </Button>
          </May>
        }
      />
      <Found line={list.isPlaceholderData ? undefined : line} q={search.q} />
      <ListToolbar
        label="Deadlines"
        search={{ label: 'Search deadlines', placeholder: 'Duty, address or name' }}
        q={search.q}
        onSearch={searchFor}
        current={list.data !== undefined && !list.isPlaceholderData}
      >
        <Select
          aria-label="When"
          className="md:max-lg:w-[180px]"
          placeholder="All with a day"
          options={GROUPS.map((value) => ({ value, label: withCount(value, counts) }))}
          value={search.group ?? ''}
          onChange={({ target }) => change({ group: target.value })}
        />
        <Select
          aria-label="Kind"
          className="md:max-lg:w-[180px]"
          placeholder="All kinds"
          options={Object.entries(KIND_LABELS).map(([value, label]) => ({ value, label }))}
          value={search.kind ?? ''}
          onChange={({ target }) => change({ kind: target.value })}
        />
      </ListToolbar>
      {counts?.notCovered.map(({ nation, homes }) => (
        <Banner key={nation} tone="blue">
          Not covered: Tenure does not know the rules in {nation} ({counted(homes, 'home')}). We still remind you of end
          dates that you enter.
        </Banner>
      ))}
      <Groups
        filter={filter}
        counts={counts}
        onAct={act}
        narrowed={DEADLINE_LIST.isNarrowed(search)}
        onClear={() => change({ q: '', group: '', kind: '', propertyId: '' })}
      />
      <OwnDeadlineAdd key={openings} propertyId={search.propertyId} open={adding} onOpenChange={setAdding} />
      {dialogs}
    </>
  );
}

const openOf = ({ groups }: DeadlineCounts) => DATED.reduce((sum, group) => sum + groups[group], 0);

const withCount = (group: Group, counts: DeadlineCounts | undefined) =>
  counts ? `${GROUP_LABELS[group]} (${counts.groups[group].toLocaleString('en-GB')})` : GROUP_LABELS[group];

type GroupsProps = {
  filter: Parameters<typeof listOf>[0];
  counts: DeadlineCounts | undefined;
  onAct: Act;
  narrowed: boolean;
  onClear: () => void;
};

function Groups({ filter, counts, onAct, narrowed, onClear }: GroupsProps) {
  const { group } = filter;
  const list = useInfiniteQuery(listOf(filter));
  const { error, busy, retry } = useRetry(list);
  if (!list.data || !counts)
    return error ? (
      <ErrorState title={TEXTS.listFailed} reason={error.message} busy={busy} onRetry={retry} />
    ) : (
      <Loading label="Loading deadlines..." className="flex flex-col gap-3">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-16 w-full" />
        ))}
      </Loading>
    );
  const items = list.data.pages.flatMap((page) => page.items);
  if (items.length === 0 && group !== 'coming')
    return narrowed ? (
      <EmptyState
        title="No deadlines found"
        words="Try a different search or clear the filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    ) : (
      <EmptyState
        title="Nothing is due."
        words={
          counts.homes === 0
            ? `Add a property. We check ${counted(counts.rules, 'rule')} for each home.`
            : `We check ${counted(counts.rules, 'rule')} for ${counted(counts.homes, 'home')}.`
        }
        action={
          counts.homes === 0 && (
            <May need={PATHS.adding}>
              <LinkButton to={PATHS.add} icon={Plus}>
                Add a property
              </LinkButton>
            </May>
          )
        }
      />
    );
  return (
    <>
      {/* Another filter clears the selection. */}
      <DeadlineSections
        key={JSON.stringify(filter)}
        deadlines={items}
        counts={counts.groups}
        onAct={onAct}
        after={
          <>
            {group === 'coming' && <Coming counts={counts} />}
            <MoreButton list={list} variant="quiet" />
          </>
        }
      />
    </>
  );
}

function Coming({ counts: { coming, homes } }: { counts: DeadlineCounts }) {
  return (
    <Card>
      <ul>
        {coming.map(({ id, item, text, source }) => (
          <li key={id} className="border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
            <p className="font-bold">{item}</p>
            <p>{text}</p>
            <p className="text-s text-ink-2">
              {counted(homes, 'home')}. Source:{' '}
              <a href={source.link} target="_blank" rel="noopener">
                {source.name}
                <span className="sr-only"> (opens in a new tab)</span>
              </a>
              , {formatDay(source.effectiveFrom)}.
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
