import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { allowedBy, type Needing } from '../../../shared/allowed.ts';
import type { RecordTexts } from '../../../shared/records/record-texts.ts';
import { counted } from '../../../shared/text.ts';
import { useRights } from '../../http/session.client.ts';
import { Skeleton } from '../../ui/display/Loading.tsx';
import { Select } from '../../ui/form/Inputs.tsx';
import { Cell, HeadCell } from '../../ui/table/Table.tsx';
import { type ListView, useListView } from '../../ui/table/view.client.ts';
import type { RecordPaths } from '../links.client.ts';
import type { RecordResource, StoredRecord } from '../record-resource.client.ts';
import { EmptyList } from './EmptyList.tsx';
import { ListPage } from './ListPage.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { RecordCards } from './RecordCards.tsx';
import { type Column, NameLink } from './RecordItem.tsx';
import { RecordTable } from './RecordTable.tsx';

type Search = Record<string, string | undefined>;

type Query<Params> = {
  search: (params: Record<string, unknown>) => Search;
  asked: (search: never) => Params;
  sortOptions: readonly { value: string; label: string }[];
  isNarrowed: (search: never) => boolean;
};

type Filter = Needing & {
  name: string;
  label: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
};

/** `placeholder` replaces the default skeleton of a picture with a name and lines. */
type Card<Item> = { height: number; placeholder?: ReactNode; render: (item: Item) => ReactNode };

type Props<Item extends StoredRecord, Params> = {
  resource: Pick<RecordResource<Item, Item, never, Params>, 'noun' | 'list'>;
  texts: RecordTexts & { emptyHint: string };
  paths: RecordPaths;
  list: Query<Params>;
  filters?: readonly Filter[];
  drawing?: ReactNode;
  /** If omitted, the list is always a table. */
  card?: Card<Item>;
  /** Table columns, or headings by field name; the first field links to the record. */
  columns: readonly Column<Item>[] | { [Name in keyof Item]?: string };
  /** The singular and plural for the count, by default `texts.One` and `texts.title`. */
  counts?: readonly [string, string];
  back?: ReactNode;
  note?: ReactNode;
  /** Further filters in the toolbar, and links before the button that adds a record. */
  controls?: ReactNode;
  actions?: ReactNode;
  /** Makes the placeholders of pictures round, for people. */
  round?: boolean;
  aside?: (query: Params) => ReactNode;
  foot?: (query: Params) => ReactNode;
};

export function RecordList<Item extends StoredRecord, Params>(props: Props<Item, Params>) {
  const { resource, texts, paths, list, filters = [], drawing, card, round = false, aside, back, foot, note } = props;
  const { controls, actions } = props;
  const search = list.search(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [chosenView, setView] = useListView(resource.noun);
  const allowed = allowedBy(useRights());
  const [allColumns] = useState(() => (isColumns(props.columns) ? props.columns : plainColumns(props.columns, paths)));
  const columns = allColumns.filter(allowed);
  const view: ListView = card ? chosenView : 'table';
  const narrowed = list.isNarrowed(search as never);
  const query = list.asked(search as never);
  const found = useInfiniteQuery(resource.list(query));

  const change = useCallback(
    (next: Search) =>
      void navigate({
        to: '.',
        search: ((now: Search) => list.search({ ...now, ...next })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, list],
  );
  const clear = () =>
    change(Object.fromEntries(Object.keys(search).flatMap((name) => (name === 'sort' ? [] : [[name, '']]))));
  const searchFor = useCallback((q: string | undefined) => change({ q }), [change]);

  return (
    <ListPage
      title={texts.title}
      countLine={(count) => counted(count, ...(props.counts ?? [texts.One, texts.title]))}
      q={search.q}
      name={resource.noun}
      aside={aside?.(query)}
      back={back}
      actions={actions}
      list={found}
      words={{ loading: texts.loadingList, failed: texts.listFailed }}
      add={{ to: paths.add, words: texts.add, need: paths.adding }}
      narrowed={narrowed}
      toolbar={
        <>
          {note}
          <ListToolbar
            label={texts.title}
            search={{ label: texts.search, placeholder: texts.searchPlaceholder }}
            q={search.q}
            onSearch={searchFor}
            current={found.isSuccess && !found.isPlaceholderData}
            {...(card && { view, onView: setView })}
          >
            {filters.filter(allowed).map(({ need: _, name, label, ...select }) => (
              <Select
                key={name}
                aria-label={label}
                {...select}
                value={search[name] ?? ''}
                onChange={(event) => change({ [name]: event.target.value })}
              />
            ))}
            {controls}
            <Select
              aria-label="Sort"
              options={list.sortOptions}
              value={search.sort ?? list.sortOptions[0]?.value ?? ''}
              onChange={(event) => change({ sort: event.target.value })}
            />
          </ListToolbar>
        </>
      }
      empty={
        <EmptyList
          title={texts.empty}
          words={texts.emptyHint}
          drawing={drawing}
          add={{ to: paths.add, words: texts.addFirst, need: paths.adding }}
          narrowed={narrowed}
          onClear={clear}
        />
      }
      view={view}
      placeholder={{
        card: card?.placeholder ?? <CardPlaceholder round={round} />,
        row: <RowPlaceholder round={round} />,
      }}
    >
      {(listed) =>
        card && view === 'cards' ? (
          <RecordCards {...listed} name={resource.noun} label={texts.title} height={card.height}>
            {card.render}
          </RecordCards>
        ) : (
          <RecordTable
            {...listed}
            name={resource.noun}
            label={texts.title}
            foot={foot?.(query)}
            head={columns.map(({ title, silent, end, head }) => (
              <HeadCell key={title} end={end ?? false} className={head}>
                {silent ? <span className="sr-only">{title}</span> : title}
              </HeadCell>
            ))}
          >
            {(item) =>
              columns.map(({ title, need: _, silent: __, head: ___, cell, ...look }) => (
                <Cell key={title} {...look}>
                  {cell(item)}
                </Cell>
              ))
            }
          </RecordTable>
        )
      }
    </ListPage>
  );
}

type Columns<Item extends StoredRecord> = Props<Item, never>['columns'];

function isColumns<Item extends StoredRecord>(columns: Columns<Item>): columns is readonly Column<Item>[] {
  return Array.isArray(columns);
}

function plainColumns<Item extends StoredRecord>(labels: object, { one }: RecordPaths): Column<Item>[] {
  return (Object.entries(labels) as [keyof Item, string][]).map(([name, title], index) => {
    const text = (item: Item) => String(item[name] ?? '');
    if (index > 0) return { title, label: `${title}:`, cell: (item) => <bdi>{text(item)}</bdi> };
    return {
      title,
      narrow: 'title',
      cell: (item) => <NameLink to={one} id={item.id} name={text(item)} className="font-bold" />,
    };
  });
}

const corners = (round: boolean) => (round ? 'rounded-pill!' : 'rounded-control!');

function CardPlaceholder({ round }: { round: boolean }) {
  return (
    <div className="flex flex-col gap-3 p-4">
      <div className="flex items-center gap-3">
        <Skeleton className={`size-14 flex-none ${corners(round)}`} />
        <div className="flex flex-1 flex-col gap-2">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      </div>
      <Skeleton className="mt-2 h-4 w-4/5" />
      <Skeleton className="h-4 w-2/5" />
      <Skeleton className="my-2 h-6 w-28 rounded-pill!" />
      <Skeleton className="h-control w-full" />
    </div>
  );
}

function RowPlaceholder({ round }: { round: boolean }) {
  return (
    <div className="flex h-15 items-center gap-3 px-5 max-md:h-28 max-md:px-4">
      <Skeleton className={`size-8 flex-none ${corners(round)}`} />
      <Skeleton className="h-4 w-1/4" />
      <Skeleton className="h-4 w-1/4 max-md:hidden" />
      <Skeleton className="ml-auto h-6 w-24 rounded-pill!" />
    </div>
  );
}
