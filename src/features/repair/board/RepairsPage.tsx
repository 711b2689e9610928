import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import CalendarSync from 'lucide-react/icons/calendar-sync';
import Columns3 from 'lucide-react/icons/columns-3';
import Plus from 'lucide-react/icons/plus';
import Rows2 from 'lucide-react/icons/rows-2';
import { useCallback } from 'react';
import { May } from '../../../web/http/session.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { EmptyList } from '../../../web/records/list/EmptyList.tsx';
import { Found } from '../../../web/records/list/ListPage.tsx';
import { ListToolbar } from '../../../web/records/list/ListToolbar.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { PageHead } from '../../../web/ui/display/PageHead.tsx';
import { TabPanel, Tabs } from '../../../web/ui/display/Tabs.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { SegmentedControl } from '../../../web/ui/table/SegmentedControl.tsx';
import { useStoredChoice } from '../../../web/ui/table/view.client.ts';
import { PropertyPicker } from '../../property/PropertyPicker.tsx';
import { SupplierPicker } from '../../supplier/SupplierPicker.tsx';
import {
  BOARD_STATES,
  boardQuery,
  GROUP_LABELS,
  type Group,
  REPAIR_LIST,
  SIDES,
  STATE_LABELS,
  TEXTS,
  URGENCIES,
  URGENCY_LABELS,
  WAITING_LABELS,
} from '../listed.ts';
import { boardOf, PATHS } from '../repair.client.ts';
import type { Board as BoardData } from '../repair.ts';
import { Board } from './Board.tsx';
import { RepairList } from './RepairList.tsx';

const VIEWS = [
  { value: 'board', label: 'Board', icon: Columns3 },
  { value: 'list', label: 'List', icon: Rows2 },
] as const;

const SELECTS = [
  { name: 'waiting', label: 'Waiting for', placeholder: 'Waiting for anyone', values: SIDES, labels: WAITING_LABELS },
  { name: 'urgency', label: 'Urgency', placeholder: 'Any urgency', values: URGENCIES, labels: URGENCY_LABELS },
] as const;

const NO_FILTERS = { q: '', waiting: '', urgency: '', late: '', propertyId: '', supplierId: '', state: '' };

/** The tab is `group` in the URL. Without it, open repairs are shown as a board; 'open' shows them as a list. */
export function RepairsPage() {
  const [savedSort, saveSort] = useStoredChoice('repairs.sort', REPAIR_LIST.sortNames);
  const urlSearch = REPAIR_LIST.search(useSearch({ strict: false }));
  const search = { ...urlSearch, sort: urlSearch.sort ?? savedSort };
  const navigate = useNavigate();
  const { group } = search;
  const board = useQuery(boardOf(boardQuery(urlSearch)));
  const counts = board.data?.counts;
  const change = useCallback(
    (next: object) =>
      void navigate({
        to: '/dashboard/repairs',
        search: (now) => REPAIR_LIST.search({ ...now, ...next }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const searchFor = useCallback((q: string | undefined) => change({ q }), [change]);
  const narrowed = REPAIR_LIST.isNarrowed({ ...urlSearch, group: undefined });
  const tab: Group = group ?? 'open';
  const tabs = [
    { value: 'open' as const, label: GROUP_LABELS.open, ...(counts && { count: counts.open }) },
    { value: 'held' as const, label: GROUP_LABELS.held, ...(counts && { count: counts.held }) },
    { value: 'closed' as const, label: GROUP_LABELS.closed },
  ];
  const empty = (
    <EmptyList
      title={emptyTitle(tab, { narrowed, held: counts?.held ?? 0 })}
      words={tab === 'open' ? TEXTS.emptyHint : undefined}
      add={{ to: PATHS.add, words: TEXTS.addFirst, need: PATHS.change }}
      narrowed={narrowed}
      onClear={() => change(NO_FILTERS)}
    />
  );
  return (
    <>
      <PageHead
        title={TEXTS.title}
        line={counts ? countLine(counts) : '\u00a0'}
        actions={
          <>
            <LinkButton to="/dashboard/repairs/plans" icon={CalendarSync}>
              Plans
            </LinkButton>
            <May need={PATHS.change}>
              <LinkButton to={PATHS.add} variant="primary" icon={Plus} aria-keyshortcuts="N">
                {TEXTS.add}
              </LinkButton>
            </May>
          </>
        }
      />
      <Found line={!group && counts && !board.isPlaceholderData ? countLine(counts) : undefined} q={search.q} />
      <Tabs
        label={TEXTS.title}
        tabs={tabs}
        value={tab}
        onChange={(next) => change({ group: next === 'open' ? '' : next, state: '' })}
      >
        <ListToolbar
          label={TEXTS.title}
          search={{ label: TEXTS.search, placeholder: TEXTS.searchPlaceholder }}
          q={search.q}
          onSearch={searchFor}
          current={board.isSuccess && !board.isPlaceholderData}
          actions={
            tab === 'open' && (
              <SegmentedControl
                legend="View"
                options={VIEWS}
                value={group ? 'list' : 'board'}
                onChange={(view) => change({ group: view === 'list' ? 'open' : '', state: '' })}
                className="max-md:w-full"
              />
            )
          }
        >
          {SELECTS.map(({ name, label, placeholder, values, labels }) => (
            <Select
              key={name}
              aria-label={label}
              placeholder={placeholder}
              options={values.map((value) => ({ value, label: (labels as Record<string, string>)[value] ?? value }))}
              value={search[name] ?? ''}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ))}
          <div className={cx('w-44 max-md:w-full', !search.propertyId && 'max-md:hidden')}>
            <PropertyPicker
              aria-label="Property"
              placeholder="All properties"
              value={search.propertyId ?? ''}
              onChange={(property) => change({ propertyId: property?.id ?? '' })}
            />
          </div>
          <div className={cx('w-44 max-md:w-full', !search.supplierId && 'max-md:hidden')}>
            <SupplierPicker
              aria-label="Supplier"
              placeholder="All suppliers"
              value={search.supplierId ?? ''}
              onChange={(supplier) => change({ supplierId: supplier?.id ?? '' })}
            />
          </div>
          {group === 'open' && (
            <Select
              aria-label="State"
              placeholder="Any state"
              options={BOARD_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
              value={search.state ?? ''}
              onChange={({ target }) => change({ state: target.value })}
            />
          )}
          {group && (
            <Select
              aria-label="Sort"
              options={REPAIR_LIST.sortOptions}
              value={search.sort ?? 'newest'}
              onChange={({ target }) => {
                saveSort(target.value);
                change({ sort: target.value });
              }}
            />
          )}
        </ListToolbar>
        <TabPanel value={tab}>
          {group ? (
            <RepairList asked={REPAIR_LIST.asked(search)} closed={group === 'closed'} empty={empty} />
          ) : (
            <Board board={board} empty={empty} onAll={(state) => change({ group: 'open', state })} />
          )}
        </TabPanel>
      </Tabs>
    </>
  );
}

function emptyTitle(tab: Group, { narrowed, held }: { narrowed: boolean; held: number }): string {
  if (narrowed) return 'No repairs found';
  if (tab === 'held') return 'No repairs on hold';
  if (tab === 'closed') return 'No closed repairs';
  return held > 0 ? 'No open repairs' : TEXTS.empty;
}

/** Returns '12 open · 5 waiting for you · 1 over your target'. */
function countLine({ open, waiting, late }: BoardData['counts']): string {
  const count = (value: number) => value.toLocaleString('en-GB');
  return [
    `${count(open)} open`,
    waiting > 0 && `${count(waiting)} waiting for you`,
    late > 0 && `${count(late)} over your target`,
  ]
    .filter(Boolean)
    .join(' · ');
}
