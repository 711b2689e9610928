/** /dashboard/tax/mileage: journeys, their amounts, and the choice of an unconfirmed rate. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import Repeat from 'lucide-react/icons/repeat-2';
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { personalTaxYearOf, yearLabel } from '../../shared/tax-years.ts';
import { May, useTaxYears, useToday } from '../../web/http/session.client.ts';
import { LinkBack } from '../../web/records/links.client.ts';
import { type Column, nameColumn } from '../../web/records/list/RecordItem.tsx';
import { RecordList } from '../../web/records/list/RecordList.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { journeys, mileageOf, PATHS, repeated, useChooseRate, useRepeat } from './journey.client.ts';
import type { Journey } from './journey.ts';
import { JOURNEY_LIST, milesText, TEXTS } from './listed.ts';
import { UNCONFIRMED_NOTE } from './rules/mileage.ts';

export function MileagePage() {
  const today = useToday();
  const years = useTaxYears();
  const current = years[0] ?? personalTaxYearOf(today).year;
  const { year = current } = JOURNEY_LIST.search(useSearch({ strict: false }));
  const { data } = useQuery(mileageOf(year));
  return (
    <RecordList
      resource={journeys}
      texts={TEXTS}
      paths={PATHS}
      counts={['journey', 'journeys']}
      back={<LinkBack to="/dashboard/tax">Tax</LinkBack>}
      note={data?.unconfirmed && <RateNote />}
      list={JOURNEY_LIST}
      filters={[
        {
          name: 'year',
          label: 'Tax year',
          placeholder: 'All tax years',
          options: years.map((value) => ({ value, label: yearLabel(value) })),
        },
      ]}
      columns={COLUMNS}
      aside={() =>
        data &&
        data.journeys > 0 &&
        ` · ${milesText(data.miles)} and ${formatPence(data.mileage + data.extras)} in ${yearLabel(year)}${data.rate === '45p' ? ', at 45p a mile' : ''}`
      }
    />
  );
}

function RateNote() {
  const { mutate, isPending } = useChooseRate();
  return (
    <Banner tone="amber" className="mb-4">
      {UNCONFIRMED_NOTE}
      <May need="tax.change">
        <span className="mt-3 flex flex-wrap gap-2">
          <Button size="small" disabled={isPending} onClick={() => mutate({ rate: '55p' })}>
            Keep 55p
          </Button>
          <Button size="small" disabled={isPending} onClick={() => mutate({ rate: '45p' })}>
            Use 45p
          </Button>
        </span>
      </May>
    </Banner>
  );
}

function RepeatButton({ journey }: { journey: Journey }) {
  const { mutate, isPending } = useRepeat();
  const day = useToday();
  return (
    <IconButton
      icon={Repeat}
      size="small"
      label={`Repeat today: ${journey.from} to ${journey.to}`}
      disabled={isPending}
      onClick={() => mutate(repeated(journey, day))}
    />
  );
}

const COLUMNS: Column<Journey>[] = [
  nameColumn('Journey', PATHS, ({ from, to, day, purpose }) => ({
    name: `${from} to ${to}`,
    lead: null,
    line: `${formatDay(day)} · ${purpose}`,
  })),
  {
    title: 'Property',
    head: 'w-[24%] max-xl:hidden',
    className: 'max-xl:hidden',
    narrow: 'hidden',
    cell: ({ property }) => <span className="clip block text-ink-2">{property}</span>,
  },
  { title: 'Miles', head: 'w-[110px]', end: true, cell: ({ totalMiles }) => milesText(totalMiles) },
  {
    title: 'Amount',
    head: 'w-[120px]',
    end: true,
    cell: ({ pence, extra }) => <span className="figures">{formatPence(pence + (extra ?? 0))}</span>,
  },
  {
    title: 'Repeat',
    silent: true,
    head: 'w-[64px]',
    need: 'tax.change',
    cell: (journey) => <RepeatButton journey={journey} />,
  },
];
