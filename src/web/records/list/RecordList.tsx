/** The list screen of a noun: search, filters and sort in the address, cards or a table, and what an empty list says. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import type { z } from 'zod';
import type { RecordTexts } from '../../../shared/record-texts.ts';
import { counted } from '../../../shared/text.ts';
import { Skeleton } from '../../ui/display/Loading.tsx';
import { Select } from '../../ui/form/Inputs.tsx';
import { Cell, HeadCell } from '../../ui/table/Table.tsx';
import { type ListView, useListView } from '../../ui/table/view.client.ts';
import type { RecordPaths } from '../links.client.ts';
import type { Kept, RecordResource } from '../record-resource.client.ts';
import { EmptyList } from './EmptyList.tsx';
import { ListPage } from './ListPage.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { RecordCards } from './RecordCards.tsx';
import { NameLink } from './RecordItem.tsx';
import { RecordTable } from './RecordTable.tsx';

type Search = Record<string, string | undefined>;

/** Of `listQuery`. */
type Query<Asked> = {
  query: z.ZodType<Asked>;
  search: z.ZodType;
  sortOptions: readonly { value: string; label: string }[];
  isNarrowed: (search: never) => boolean;
};

type Filter = {
  name: string;
  label: string;
  placeholder: string;
  options: readonly { value: string; label: string }[];
};

/** `placeholder` is the skeleton of a card or row, where it is not a picture with a name and lines. */
type Card<Item> = { height: number; placeholder?: ReactNode; render: (item: Item) => ReactNode };
type Table<Item> = { head: ReactNode; placeholder?: ReactNode; cells: (item: Item) => ReactNode };

type Props<Item extends Kept, Asked> = {
  resource: Pick<RecordResource<Item, Item, never, Asked>, 'noun' | 'list'>;
  texts: RecordTexts & { emptyHint: string };
  paths: RecordPaths;
  list: Query<Asked>;
  filters?: readonly Filter[];
  /** The drawing of an empty list. */
  drawing?: ReactNode;
  /** Left out, there is the table only. */
  card?: Card<Item>;
  /** Or the names of its columns; the first one leads to the record. */
  table: Table<Item> | { [Name in keyof Item]?: string };
};

export function RecordList<Item extends Kept, Asked>(props: Props<Item, Asked>) {
  const { resource, texts, paths, list, filters = [], drawing, card } = props;
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const [chosenView, setView] = useListView(resource.noun);
  const [table] = useState(() => ('cells' in props.table ? props.table : plainTable(props, paths)));
  const view: ListView = card ? chosenView : 'table';
  const narrowed = list.isNarrowed(search as never);

  const change = useCallback(
    (next: Search) =>
      void navigate({
        to: '.',
        search: ((now: Search) => list.search.parse({ ...now, ...next })) as never,
        replace: true,
        resetScroll: false,
      }),
    [navigate, list],
  );
  const clear = () => change(Object.fromEntries(['q', ...filters.map(({ name }) => name)].map((name) => [name, ''])));
  const searchFor = useCallback((q: string | undefined) => change({ q }), [change]);

  return (
    <ListPage
      title={texts.title}
      countLine={(count) => counted(count, texts.One, texts.title)}
      list={useInfiniteQuery(resource.list(list.query.parse(search)))}
      words={{ loading: texts.loadingList, failed: texts.listFailed }}
      add={{ to: paths.add, words: texts.add }}
      narrowed={narrowed}
      toolbar={
        <ListToolbar
          label={texts.title}
          search={{ label: texts.search, placeholder: texts.searchPlaceholder }}
          q={search.q}
          onSearch={searchFor}
          {...(card && { view, onView: setView })}
        >
          {filters.map(({ name, label, ...select }) => (
            <Select
              key={name}
              aria-label={label}
              {...select}
              value={search[name] ?? ''}
              onChange={(event) => change({ [name]: event.target.value })}
            />
          ))}
          <Select
            aria-label="Sort"
            options={list.sortOptions}
            value={search.sort ?? list.sortOptions[0]?.value ?? ''}
            onChange={(event) => change({ sort: event.target.value })}
          />
        </ListToolbar>
      }
      empty={
        <EmptyList
          title={texts.empty}
          words={texts.emptyHint}
          drawing={drawing}
          add={{ to: paths.add, words: texts.addFirst }}
          narrowed={narrowed}
          onClear={clear}
        />
      }
      view={view}
      placeholder={{ card: card?.placeholder ?? CARD_PLACEHOLDER, row: table.placeholder ?? ROW_PLACEHOLDER }}
    >
      {(listed) =>
        card && view === 'cards' ? (
          <RecordCards {...listed} name={resource.noun} label={texts.title} height={card.height}>
            {card.render}
          </RecordCards>
        ) : (
          <RecordTable {...listed} name={resource.noun} label={texts.title} head={table.head}>
            {table.cells}
          </RecordTable>
        )
      }
    </ListPage>
  );
}

function plainTable<Item extends Kept, Asked>({ table }: Props<Item, Asked>, paths: RecordPaths): Table<Item> {
  const [first, ...rest] = Object.entries(table as Record<string, string>) as [keyof Item, string][];
  return {
    head: (
      <>
        <HeadCell>{first?.[1]}</HeadCell>
        {rest.map(([name, label]) => (
          <HeadCell key={String(name)}>{label}</HeadCell>
        ))}
      </>
    ),
    cells: (item) => (
      <>
        <Cell narrow="title">
          <NameLink to={paths.one} id={item.id} name={String(first && item[first[0]])} className="font-bold" />
        </Cell>
        {rest.map(([name, label]) => (
          <Cell key={String(name)} label={`${label}:`}>
            <bdi>{String(item[name] ?? '')}</bdi>
          </Cell>
        ))}
      </>
    ),
  };
}

const CARD_PLACEHOLDER = (
  <div className="flex flex-col gap-3 p-4">
    <div className="flex items-center gap-3">
      <Skeleton className="size-14 flex-none rounded-control!" />
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

const ROW_PLACEHOLDER = (
  <div className="flex h-15 items-center gap-3 px-5 max-md:h-28 max-md:px-4">
    <Skeleton className="size-8 flex-none rounded-control!" />
    <Skeleton className="h-4 w-1/4" />
    <Skeleton className="h-4 w-1/4 max-md:hidden" />
    <Skeleton className="ml-auto h-6 w-24 rounded-pill!" />
  </div>
);
