import { daysBetween, formatDay } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { Stat } from '../../../web/ui/display/Facts.tsx';
import { endsFirst, standing } from '../../compliance/marks.ts';
import type { Property } from '../property.ts';

const COLOURS = { expired: 'text-red', expiring: 'text-amber', valid: '' } as const;

export function ExpiresNext({ property: { ends } }: { property: Pick<Property, 'ends'> }) {
  const today = useToday();
  const first = endsFirst(ends);
  if (!first) return <Stat name="Expires next" value="–" compare="No expiry dates recorded" />;
  const { what, day } = first;
  const away = daysBetween(today, day);
  const when = away < 0 ? `${counted(-away, 'day')} ago` : away === 0 ? 'today' : `in ${counted(away, 'day')}`;
  return (
    <Stat
      name={away < 0 ? 'Expired first' : 'Expires next'}
      value={formatDay(day)}
      compare={<span className={COLOURS[standing(day, today)]}>{`${what}, ${when}`}</span>}
    />
  );
}
