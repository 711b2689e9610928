/** A button that shows the period of the cards, list, sums and export in Finance, and opens the choices. */
import CalendarRange from 'lucide-react/icons/calendar-range';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { formatDays } from '../../../shared/dates.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { Popover } from '../../../web/ui/overlay/Menu.tsx';
import { periodLabel } from '../../transaction/period.ts';
import type { ChoicesProps } from './filter-texts.client.ts';
import { choices, LazyChoices } from './MadeChoices.tsx';

export function PeriodChooser({ search, onChange }: ChoicesProps) {
  const today = useToday();
  const name = search.date ? periodLabel(search.date, today) : formatDays(search) || 'All dates';
  return (
    <Popover
      label="Period"
      needs={choices}
      className="w-[min(400px,calc(100vw-32px))]"
      trigger={
        <Button icon={CalendarRange}>
          <span className="sr-only">Period:</span>
          {name}
          <Icon of={ChevronDown} className="text-ink-3" />
        </Button>
      }
    >
      <LazyChoices of="DateChoices" search={search} onChange={onChange} />
    </Popover>
  );
}
