/** /dashboard/certificates: everything with a date of all properties, the most urgent first. */
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLink, useNavigate, useSearch } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { Fragment, useCallback } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { api, read } from '../../../web/http/api.client.ts';
import { useRetry } from '../../../web/http/retry.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { LinkBack, LinkButton } from '../../../web/records/links.client.ts';
import { Found } from '../../../web/records/list/ListPage.tsx';
import { ListToolbar } from '../../../web/records/list/ListToolbar.tsx';
import { NameLink } from '../../../web/records/list/RecordItem.tsx';
import { House } from '../../../web/ui/brand/House.tsx';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Button, ButtonLink } from '../../../web/ui/display/Button.tsx';
import { EmptyState, ErrorState } from '../../../web/ui/display/Card.tsx';
import { StatLink, StatStrip } from '../../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../../web/ui/display/Loading.tsx';
import { PageHead } from '../../../web/ui/display/PageHead.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../../web/ui/table/Table.tsx';
import { isComplianceItem } from '../compliance/compliance.ts';
import { ACTS, DocumentLink, LOOKS } from '../compliance/PropertyCompliance.tsx';
import { PATHS } from '../property.client.ts';
import {
  CERTIFICATE_LIST,
  type CertificateEntry,
  type CertificateQuery,
  entryWords,
  figureLine,
  GROUPS,
  type Group,
  ITEM_OPTIONS,
} from './certificates.ts';

const FAILED = 'Failed to load certificates';
const Figure = createLink(StatLink);

const listOf = (query: CertificateQuery) =>
  infiniteQueryOptions({
    queryKey: ['certificates', 'list', query],
    queryFn: ({ pageParam: cursor, signal }) =>
      read(
        api.certificates.$get({ query: { ...query, limit: '100', ...(cursor && { cursor }) } }, { init: { signal } }),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const figuresOf = (query: CertificateQuery) => ({
  queryKey: ['certificates', 'summary', query],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    read(api.certificates.summary.$get({ query }, { init: { signal } })),
  placeholderData: keepPreviousData,
  staleTime: 0,
});

export function CertificatesPage() {
  const search = CERTIFICATE_LIST.search.parse(useSearch({ from: '/dashboard/certificates' }));
  const navigate = useNavigate();
  const asked = CERTIFICATE_LIST.query.parse(search);
  const { data: list, isPlaceholderData } = useInfiniteQuery(listOf(asked));
  const { data: figures } = useQuery(figuresOf({ ...asked, state: undefined }));
  const change = useCallback(
    (next: object) =>
      void navigate({
        to: '/dashboard/certificates',
        search: (now) => CERTIFICATE_LIST.search.parse({ ...now, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const searchFor = useCallback((q: string | undefined) => change({ q }), [change]);
  const total = list?.pages[0]?.total;
  const line = total === undefined ? undefined : counted(total, 'entry', 'entries');
  const none = total === 0 && !CERTIFICATE_LIST.isNarrowed(search);
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString();
  return (
    <>
      <PageHead
        title="Certificates and compliance"
        line={none ? undefined : line ? `${line}, the most urgent first` : '\u00a0'}
        back={<LinkBack to={PATHS.list}>Properties</LinkBack>}
        actions={
          !none && (
            <ButtonLink href={`/api/certificates/export?${query}`} download icon={Download} title="Export">
              <span className="max-md:sr-only">Export</span>
            </ButtonLink>
          )
        }
      />
      <Found line={isPlaceholderData ? undefined : line} q={search.q} />
      {!none && (
        <>
          <StatStrip label="By state">
            {FIGURES.map((group) => (
              <Figure
                key={group}
                to="/dashboard/certificates"
                search={{ ...search, state: search.state === group ? undefined : group }}
                replace
                resetScroll={false}
                {...(search.state === group && { 'aria-current': 'true' as const, className: CHOSEN })}
                name={group === 'not_recorded' ? 'Not recorded' : GROUPS[group]}
                value={
                  <span className={figures?.[group] ? TONES[group] : undefined}>
                    {figures?.[group].toLocaleString('en-GB') ?? '–'}
                  </span>
                }
                compare={figures && <span className="max-md:hidden">{figureLine(group, figures) || '\u00a0'}</span>}
              />
            ))}
          </StatStrip>
          <div className="h-5" />
          <ListToolbar
            label="Certificates"
            search={{ label: 'Search certificates', placeholder: 'Property, item or document' }}
            q={search.q}
            onSearch={searchFor}
            current={list !== undefined && !isPlaceholderData}
          >
            <Select
              aria-label="State"
              className="md:max-lg:w-[180px]"
              placeholder="All states"
              options={Object.entries(GROUPS).map(([value, label]) => ({ value, label }))}
              value={search.state ?? ''}
              onChange={({ target }) => change({ state: target.value })}
            />
            <Select
              aria-label="Item"
              className="md:max-lg:w-[180px]"
              placeholder="All items"
              options={ITEM_OPTIONS}
              value={search.item ?? ''}
              onChange={({ target }) => change({ item: target.value })}
            />
          </ListToolbar>
        </>
      )}
      <Entries asked={asked} figures={figures} onClear={() => change({ q: '', state: '', item: '' })} />
    </>
  );
}

const FIGURES = ['expired', 'expiring', 'not_recorded', 'in_order'] as const;
const TONES: Partial<Record<Group, string>> = { expired: 'text-red', expiring: 'text-amber' };
const CHOSEN = 'bg-primary-soft shadow-[inset_0_-2px_0_var(--primary)]';

type EntriesProps = {
  asked: CertificateQuery;
  figures: Partial<Record<Group, number>> | undefined;
  onClear: () => void;
};

function Entries({ asked, figures, onClear }: EntriesProps) {
  const list = useInfiniteQuery(listOf(asked));
  const { error, busy, retry } = useRetry(list);
  if (!list.data) {
    return error ? (
      <ErrorState title={FAILED} reason={error.message} busy={busy} onRetry={retry} />
    ) : (
      <Loading label="Loading certificates..." className="flex flex-col gap-3">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-11 w-full" />
        ))}
      </Loading>
    );
  }
  const entries = list.data.pages.flatMap(({ items }) => items);
  if (entries.length === 0) {
    const narrowed = CERTIFICATE_LIST.isNarrowed(CERTIFICATE_LIST.search.parse(asked));
    return narrowed ? (
      <EmptyState
        title="No certificates found"
        words="Nothing matches your search and filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    ) : (
      <EmptyState
        title="No certificates yet"
        drawing={<House type="terraced" seed="" />}
        words="Each property has nine things to keep in order. They stand here once you have added one."
        action={<LinkButton to={PATHS.add}>Add a property</LinkButton>}
      />
    );
  }
  return (
    <Table
      busy={list.isPlaceholderData}
      caption="Certificates and compliance, the most urgent first"
      foot={
        list.hasNextPage && (
          <Button
            variant="quiet"
            size="small"
            busy={list.isFetchingNextPage ? 'Loading...' : undefined}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )
      }
    >
      <TableHead>
        <HeadCell className="w-[30%]">Property</HeadCell>
        <HeadCell className="w-[22%]">Item</HeadCell>
        <HeadCell className="w-[19%]">State</HeadCell>
        <HeadCell className="w-[18%]">Date</HeadCell>
        <HeadCell className="w-[14%] max-lg:hidden">Document</HeadCell>
        <HeadCell end className="w-[84px]">
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {entries.map((entry, place) => (
          <Fragment key={`${entry.id} ${entry.about}`}>
            {entry.group !== entries[place - 1]?.group && (
              <TableRow className="bg-sunken">
                <Cell colSpan={6} narrow="title" className="font-bold">
                  {GROUPS[entry.group]}{' '}
                  <span className="font-normal text-ink-2">{figures?.[entry.group]?.toLocaleString('en-GB')}</span>
                </Cell>
              </TableRow>
            )}
            <EntryRow entry={entry} />
          </Fragment>
        ))}
      </TableBody>
    </Table>
  );
}

function EntryRow({ entry }: { entry: CertificateEntry }) {
  const { id, address, city, about, name, state, file } = entry;
  const { words, day, away } = entryWords(entry, useToday());
  const act = ACTS[state] ?? 'Edit';
  return (
    <TableRow>
      <Cell className="md:max-w-0">
        <div className="flex items-baseline gap-x-2 md:max-xl:flex-col">
          <NameLink to={PATHS.one} id={id} name={address} className="min-w-0 max-w-full md:font-bold" />
          <p className="max-w-1/2 flex-none clip text-s text-ink-2 md:max-xl:max-w-full">{city}</p>
        </div>
      </Cell>
      <Cell className="wrap-anywhere max-md:-order-1 max-md:font-bold">
        <bdi>{name}</bdi>
      </Cell>
      <Cell>
        <StatusState state={LOOKS[state]}>{words}</StatusState>
      </Cell>
      <Cell narrow={day ? 'line' : 'hidden'} className="figures">
        {day ? formatDay(day) : '—'}{' '}
        {away && <span className="ml-1 text-s text-ink-2 md:max-xl:ml-0 md:max-xl:block">{away}</span>}
      </Cell>
      <Cell narrow="hidden" className="text-s max-lg:hidden">
        {file ? <DocumentLink file={file} /> : <span className="text-ink-3">No document</span>}
      </Cell>
      <Cell end narrow="beside" className="max-md:row-span-2 max-md:row-start-2 max-md:-my-2">
        <LinkButton
          to={PATHS.edit}
          params={{ id }}
          search={{ tab: isComplianceItem(about) ? 'compliance' : 'certificates', item: about }}
          aria-label={`${act} ${name}, ${address}`}
          variant="quiet"
          size="small"
        >
          {act}
        </LinkButton>
      </Cell>
    </TableRow>
  );
}
