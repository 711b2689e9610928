import { useNavigate, useSearch } from '@tanstack/react-router';
import ListChecks from 'lucide-react/icons/list-checks';
import { useRef } from 'react';
import { formatInstant } from '../../shared/dates.ts';
import { landlord, useMay } from '../../web/http/session.client.ts';
import { LinkButton } from '../../web/records/links.client.ts';
import { type Column, nameColumn } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { cx } from '../../web/ui/display/cx.ts';
import { usePageKeys, useSequences } from '../../web/ui/table/page-keys.client.ts';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import { inspections, type ListedInspection, PATHS } from './inspection.client.ts';
import { INSPECTION_LIST, KIND_LABELS, KINDS, STATE_LABELS, STATES, TEXTS } from './listed.ts';
import { countOf } from './rules/words.ts';

const FILTERS = [
  {
    name: 'state',
    label: 'State',
    placeholder: 'All states',
    options: STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
  },
  {
    name: 'kind',
    label: 'Kind',
    placeholder: 'All kinds',
    options: KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
  },
] as const;

export function InspectionList() {
  const navigate = useNavigate();
  const mayAdd = useMay(PATHS.adding);
  const sequences = useSequences();
  usePageKeys(useRef<HTMLElement>(null), (key, inside) => {
    if (!inside || sequences.ends()) return false;
    if (key === 'n' && mayAdd && landlord()?.keyShortcuts) {
      void navigate({ to: PATHS.add });
      return true;
    }
    sequences.begins(key);
    return false;
  });
  return (
    <RecordList
      resource={inspections}
      texts={TEXTS}
      paths={PATHS}
      list={INSPECTION_LIST}
      filters={FILTERS}
      columns={COLUMNS}
      counts={[TEXTS.one, 'inspections']}
      controls={<OfProperty />}
      actions={
        <LinkButton to="/dashboard/inspections/templates" icon={ListChecks}>
          Templates
        </LinkButton>
      }
    />
  );
}

function OfProperty() {
  const { propertyId = '' } = useSearch({ from: '/dashboard/inspections' });
  const navigate = useNavigate();
  const choose = (id: string | undefined) =>
    void navigate({
      to: PATHS.list,
      search: (now) => INSPECTION_LIST.search({ ...now, propertyId: id ?? '' }),
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={cx('w-44 max-md:w-full', !propertyId && 'max-md:hidden')}>
      <PropertyPicker
        aria-label="Property"
        placeholder="All properties"
        value={propertyId}
        onChange={(property) => choose(property?.id)}
      />
    </div>
  );
}

const COLUMNS: Column<ListedInspection>[] = [
  nameColumn('Property', PATHS, ({ address, kind, startsAt }) => ({
    name: address,
    lead: null,
    line: `${KIND_LABELS[kind]}, ${formatInstant(startsAt)}`,
  })),
  { title: 'State', head: 'w-[150px]', cell: ({ state }) => STATE_LABELS[state] },
  {
    title: 'Rooms done',
    label: 'Rooms done:',
    head: 'w-[120px]',
    cell: ({ done, rooms }) => <span className="figures">{`${done} of ${countOf(rooms)}`}</span>,
  },
  {
    title: 'Findings',
    label: 'Findings:',
    head: 'w-[110px]',
    cell: ({ findings }) => <span className="figures">{findings === 0 ? 'None' : findings}</span>,
  },
  {
    title: 'Carried out by',
    head: 'w-[20%] max-lg:hidden',
    className: 'max-lg:hidden',
    narrow: 'hidden',
    cell: ({ inspector }) => <bdi className="clip block text-ink-2">{inspector || '–'}</bdi>,
  },
];
