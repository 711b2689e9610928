import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { createLink, useNavigate, useSearch } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { Fragment, useCallback, useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { counted } from '../../shared/text.ts';
import { queryClient } from '../../web/http/query.client.ts';
import { useRetry } from '../../web/http/retry.client.ts';
import { May, useMay, useToday } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { Found } from '../../web/records/list/ListPage.tsx';
import { ListToolbar } from '../../web/records/list/ListToolbar.tsx';
import { MoreButton } from '../../web/records/list/MoreButton.tsx';
import { House } from '../../web/ui/brand/House.tsx';
import { StatusState } from '../../web/ui/display/Badge.tsx';
import { Button, ButtonLink } from '../../web/ui/display/Button.tsx';
import { EmptyState, ErrorState } from '../../web/ui/display/Card.tsx';
import { StatLink, StatStrip } from '../../web/ui/display/Facts.tsx';
import { Loading, Skeleton } from '../../web/ui/display/Loading.tsx';
import { PageHead } from '../../web/ui/display/PageHead.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import { isRenewable } from '../compliance/compliance.ts';
import { isComplianceItem } from '../compliance/marks.ts';
import { ACTS, LOOKS } from '../compliance/standing.ts';
import { TEXTS } from '../property/listed.ts';
import { PATHS, properties } from '../property/property.client.ts';
import type { PropertyRecord } from '../property/property.ts';
import { DocumentLink } from './ComplianceCard.tsx';
import { FAILED, figuresOf, listOf } from './certificate.client.ts';
import {
  CERTIFICATE_LIST,
  type CertificateEntry,
  type CertificateQuery,
  entryWords,
  figureLine,
  GROUPS,
  type Group,
  ITEM_OPTIONS,
} from './certificate.ts';
import { type Figures, HomeName, missingOf, NeverRecorded } from './NeverRecorded.tsx';

const Figure = createLink(StatLink);
const RenewCertificate = lazyDialog(async () => (await import('./RenewCertificate.tsx')).RenewCertificate);

export function CertificatesPage() {
  const search = CERTIFICATE_LIST.search(useSearch({ from: '/dashboard/certificates' }));
  const navigate = useNavigate();
  const asked = CERTIFICATE_LIST.asked(search);
  const recorded = { ...asked, recorded: 'yes' } as const;
  const { data: list, isPlaceholderData } = useInfiniteQuery(listOf(recorded));
  const { data: figures } = useQuery(figuresOf({ ...asked, state: undefined }));
  const change = useCallback(
    (next: object) =>
      void navigate({
        to: '/dashboard/certificates',
        search: (now) => CERTIFICATE_LIST.search({ ...now, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const searchFor = useCallback((q: string | undefined) => change({ q }), [change]);
  const total = list?.pages[0]?.total;
  const line = total === undefined ? undefined : counted(total, 'entry', 'entries');
  const none = total === 0 && figures?.not_recorded === 0 && !CERTIFICATE_LIST.isNarrowed(search);
  const query = new URLSearchParams(
    Object.entries(search).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ).toString();
  return (
    <>
      <PageHead
        title="Certificates and compliance"
        line={none ? undefined : line ? `${line}, most urgent first` : '\u00a0'}
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
          <StatStrip label="Certificates by state">
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
      <Entries
        asked={recorded}
        narrowed={CERTIFICATE_LIST.isNarrowed(search)}
        figures={figures}
        onClear={() => change({ q: '', state: '', item: '' })}
      />
    </>
  );
}

const FIGURES = ['expired', 'expiring', 'not_recorded', 'in_order'] as const;
const TONES: Partial<Record<Group, string>> = { expired: 'text-red', expiring: 'text-amber' };
const CHOSEN = 'bg-primary-soft shadow-[inset_0_-2px_0_var(--primary)]';

type EntriesProps = {
  asked: CertificateQuery;
  narrowed: boolean;
  figures: Figures | undefined;
  onClear: () => void;
};

function Entries({ asked, narrowed, figures, onClear }: EntriesProps) {
  const list = useInfiniteQuery(listOf(asked));
  const { error, busy, retry } = useRetry(list);
  // Items not recorded have separate lines, unless filtered out.
  const missing = figures && (!asked.state || asked.state === 'not_recorded') ? missingOf(figures) : 0;
  if (!list.data || !figures) {
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
  if (entries.length === 0 && missing === 0) {
    return narrowed ? (
      <EmptyState
        title="No certificates found"
        words="Try a different search or clear the filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    ) : (
      <EmptyState
        title="No certificates yet"
        drawing={<House type="terraced" seed="" />}
        words="Add a property to track its 9 compliance items."
        action={
          <May need={PATHS.change}>
            <LinkButton to={PATHS.add}>Add a property</LinkButton>
          </May>
        }
      />
    );
  }
  const firstInOrder = entries.findIndex(({ group }) => group === 'in_order' || group === 'not_applicable');
  const inOrderAt = firstInOrder < 0 ? entries.length : firstInOrder;
  const rowOf = (entry: CertificateEntry) => (
    <Fragment key={`${entry.id} ${entry.about}`}>
      {entry.group !== entries[entries.indexOf(entry) - 1]?.group && (
        <TableRow className="bg-sunken">
          <Cell colSpan={6} narrow="title" className="font-bold">
            {entry.group === 'not_recorded' ? 'Not complete' : GROUPS[entry.group]}{' '}
            <span className="font-normal text-ink-2">{countOf(entry.group, figures).toLocaleString('en-GB')}</span>
          </Cell>
        </TableRow>
      )}
      <EntryRow entry={entry} />
    </Fragment>
  );
  return (
    <Table
      busy={list.isPlaceholderData}
      caption="Certificates and compliance, most urgent first"
      foot={list.hasNextPage && <MoreButton list={list} variant="quiet" size="small" />}
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
        {entries.slice(0, inOrderAt).map(rowOf)}
        {missing > 0 && (inOrderAt < entries.length || !list.hasNextPage) && (
          <NeverRecorded asked={asked} figures={figures} startsOpen={asked.state === 'not_recorded'} />
        )}
        {entries.slice(inOrderAt).map(rowOf)}
      </TableBody>
    </Table>
  );
}

const countOf = (group: Group, figures: Figures) => (group === 'not_recorded' ? figures.incomplete : figures[group]);

function EntryRow({ entry }: { entry: CertificateEntry }) {
  const { id, address, city, about, name, state, file } = entry;
  const { words, day, away } = entryWords(entry, useToday());
  const act = ACTS[state] ?? 'Edit';
  const mayChange = useMay(PATHS.change);
  return (
    <TableRow>
      <Cell className="md:max-w-0">
        <HomeName id={id} address={address} city={city} />
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
        {!mayChange ? null : act === 'Renew' && isRenewable(about) ? (
          <Renewal id={id} about={about} label={`${act} ${name}, ${address}`} />
        ) : (
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
        )}
      </Cell>
    </TableRow>
  );
}

/** Loads the current property before renewing. */
function Renewal({ id, about, label }: { id: string; about: string; label: string }) {
  const [property, setProperty] = useState<PropertyRecord>();
  const [open, setOpen] = useState(false);
  const openings = useOpenCount(open);
  const { mutate: begin, isPending } = useMutation({
    mutationFn: () => queryClient.fetchQuery({ ...properties.byId(id), staleTime: 0 }),
    onSuccess: (current) => {
      setProperty(current);
      setOpen(true);
    },
    meta: { texts: { failed: TEXTS.detailFailed, signedOut: TEXTS.detailFailed, missing: TEXTS.notFound } },
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={label}
        busy={isPending ? 'Loading...' : undefined}
        onClick={() => begin()}
      >
        Renew
      </Button>
      {property && (
        <RenewCertificate key={openings} property={property} about={about} open={open} onOpenChange={setOpen} />
      )}
    </>
  );
}
