import Check from 'lucide-react/icons/check';
import { useLandlord } from '../../../web/http/session.client.ts';
import { DetailPlaceholder, RecordDetail } from '../../../web/records/detail/RecordDetail.tsx';
import { Badge } from '../../../web/ui/display/Badge.tsx';
import { Icon } from '../../../web/ui/display/Button.tsx';
import { STEP_FIRST } from '../../../web/ui/display/Card.tsx';
import { cx } from '../../../web/ui/display/cx.ts';
import { BOARD_STATES, STATE_LABELS, type State, TEXTS, URGENCY_LABELS } from '../listed.ts';
import { PATHS, repairs } from '../repair.client.ts';
import type { Repair, RepairRecord } from '../repair.ts';
import { ageOf } from '../rules/words.ts';
import { CostCard } from './CostCard.tsx';
import { FactsCard } from './FactsCard.tsx';
import { HazardCard } from './HazardCard.tsx';
import { NextStep } from './NextStep.tsx';
import { QuotesCard } from './QuotesCard.tsx';
import { Story } from './Story.tsx';

export function RepairDetail() {
  return (
    <RecordDetail
      resource={repairs}
      texts={TEXTS}
      paths={PATHS}
      head={(repair) => ({
        title: repair.title,
        line: `Repair ${repair.number} · ${repair.address}`,
        mark: <Marks repair={repair} />,
      })}
      deletion={({ address, photos }) => ({
        question: (
          <>
            <p>{address}</p>
            {photos > 0 && <p className="mt-3">We will keep its photos among the documents of the property.</p>}
          </>
        ),
      })}
    >
      {(repair, record) => (
        <div className="col-span-full">
          <StepsLine repair={repair} />
          {record ? <Columns repair={record} /> : <DetailPlaceholder label={TEXTS.loadingOne} className={STEP_FIRST} />}
        </div>
      )}
    </RecordDetail>
  );
}

const STEPS: readonly State[] = [...BOARD_STATES, 'closed'];

/** Completed steps are ticked. On a phone, only the current step shows its name. */
function StepsLine({ repair: { state, bookedFrom, quotes } }: { repair: Repair }) {
  const at = STEPS.indexOf(state);
  const passed = (step: State, place: number) =>
    place < at && (step !== 'quoting' || quotes.asked > 0) && (step !== 'booked' || bookedFrom !== null);
  return (
    <ol
      aria-label="Steps"
      className="mb-5 flex overflow-clip rounded-card border border-line bg-surface *:not-first:border-l *:not-first:border-line"
    >
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={place === at ? 'step' : undefined}
          className={cx(
            'flex h-10 min-w-0 flex-1 items-center justify-center gap-[6px] text-s',
            place === at
              ? 'bg-primary-soft font-bold text-link shadow-[inset_0_-2px_0_var(--primary)]'
              : cx('max-md:flex-[0_0_10px]', passed(step, place) ? 'text-ink-2 max-md:bg-primary' : 'text-ink-3'),
          )}
        >
          {passed(step, place) && <Icon of={Check} className="max-md:hidden" />}
          <span className={cx(place !== at && 'max-md:sr-only')}>
            {STATE_LABELS[step]}
            {passed(step, place) && <span className="sr-only">, passed</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Columns({ repair }: { repair: RepairRecord }) {
  return (
    <div className={STEP_FIRST}>
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <NextStep repair={repair} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {repair.offers.length > 0 && <QuotesCard repair={repair} />}
        <Story repair={repair} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-start-2">
        <FactsCard repair={repair} />
        <HazardCard category={repair.category} />
        <CostCard repair={repair} />
      </div>
    </div>
  );
}

/** Badges for urgency, lateness, and states that the line of steps does not show. */
function Marks({ repair }: { repair: Repair }) {
  const { now } = useLandlord();
  const { state, urgency, late, unconfirmed } = repair;
  const isAside = state === 'on-hold' || state === 'declined' || state === 'cancelled';
  return (
    <div className="flex flex-wrap gap-2">
      {isAside && <Badge>{STATE_LABELS[state]}</Badge>}
      {unconfirmed && <Badge>Unconfirmed</Badge>}
      {(urgency === 'emergency' || urgency === 'urgent') && (
        <Badge tone={urgency === 'emergency' ? 'red' : 'amber'}>{URGENCY_LABELS[urgency]}</Badge>
      )}
      {late && <Badge tone="red">{`${ageOf(repair, now)}, over your target`}</Badge>}
    </div>
  );
}
