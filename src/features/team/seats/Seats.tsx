import { useLandlord } from '../../../web/http/session.client.ts';
import { LinkButton } from '../../../web/records/links.client.ts';
import { Card } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { isExpired } from '../team.client.ts';
import type { Member, Seats } from '../team.ts';

type Props = { seats: Seats; people: readonly Member[] };

/** With more seats than this, no seats are drawn. */
const MAX_DRAWN = 20;

const MARKS = {
  used: 'border-transparent bg-chart-in',
  invited: 'border-chart-in bg-[repeating-linear-gradient(135deg,var(--chart-in)_0_2px,var(--surface)_2px_5px)]',
  free: 'border-edge bg-sunken',
} as const;

export function SeatsCard({ seats, people }: Props) {
  const { total, used, freeGuest, plan, next } = seats;
  const invited = useInvitedSeats(seats, people);
  const markAt = (index: number) => (index < used - invited ? 'used' : index < used ? 'invited' : 'free');
  return (
    <Card aria-labelledby="seats" className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3 p-5 max-md:p-4">
      <div className="max-md:w-full">
        <h2 id="seats" className="text-m tracking-normal">
          Seats
        </h2>
        <p>
          {used} of {total} {total === 1 ? 'seat' : 'seats'} in use.
        </p>
      </div>
      {total <= MAX_DRAWN && (
        <div aria-hidden="true" className="flex flex-wrap gap-[6px]">
          {Array.from({ length: total }, (_, index) => index).map((index) => (
            <span key={index} className={cx('h-3 w-7 rounded-mark border', MARKS[markAt(index)])} />
          ))}
        </div>
      )}
      <p className="min-w-0 flex-1 basis-60 text-s text-ink-2">
        {freeGuest ? 'One guest is free.' : 'Guests do not need a seat.'} An invitation uses a seat until its link
        expires.
        {next && ` ${next.plan} has ${next.total} seats.`}
      </p>
      <LinkButton to="/dashboard/plans" className="max-md:w-full" aria-label={`See plans. Now: ${plan}`}>
        See plans
      </LinkButton>
    </Card>
  );
}

/** The free guest seat belongs to an active guest, if there is one, otherwise to an invitation. */
function useInvitedSeats({ freeGuest }: Seats, people: readonly Member[]): number {
  const { now } = useLandlord();
  const open = people.filter((person) => person.state === 'invited' && !isExpired(person, now)).length;
  const guestWorks = people.some(({ state, role }) => state === 'active' && role === 'guest');
  return freeGuest && !guestWorks ? open - 1 : open;
}
