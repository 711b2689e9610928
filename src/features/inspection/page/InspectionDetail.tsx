import { type ComponentType, useState } from 'react';
import { formatInstant } from '../../../shared/dates.ts';
import { useLandlord, useMay } from '../../../web/http/session.client.ts';
import { DetailPlaceholder, RecordDetail } from '../../../web/records/detail/RecordDetail.tsx';
import { Badge, type Tone } from '../../../web/ui/display/Badge.tsx';
import { STEP_FIRST } from '../../../web/ui/display/Card.tsx';
import { inspections, type ListedInspection, PATHS } from '../inspection.client.ts';
import type { InspectionRecord } from '../inspection.ts';
import { STATE_LABELS, type State, TEXTS } from '../listed.ts';
import { headTitle, stateOf } from '../rules/words.ts';
import { CommentsCard } from './Comments.tsx';
import { FactsCard } from './FactsCard.tsx';
import { MetersCard } from './MetersCard.tsx';
import { NextStep } from './NextStep.tsx';
import { RoomsCard } from './RoomsCard.tsx';
import { roomEdits } from './room-edits.client.ts';

const TONES: Record<State, Tone> = { planned: 'neutral', open: 'blue', shared: 'blue', locked: 'neutral' };

const isChangeable = ({ state }: Pick<InspectionRecord, 'state'>) => state === 'planned' || state === 'open';

/** `Links` lists the tenants' links, which belong to another noun. */
type Props = { Links: ComponentType<{ inspection: InspectionRecord }> };

export function InspectionDetail({ Links }: Props) {
  return (
    <RecordDetail<ListedInspection, InspectionRecord>
      resource={inspections}
      texts={TEXTS}
      paths={PATHS}
      changeable={isChangeable}
      head={(shown) => ({
        title: headTitle(shown.kind),
        line: [shown.address, formatInstant(shown.startsAt)].join(' · '),
        mark: <StateBadge of={shown} />,
      })}
      deletion={({ address, rooms }) => ({
        question: (
          <>
            <p>{address}</p>
            {rooms.length > 0 && (
              <p className="mt-3">We will also delete its rooms and photos. We will keep repairs.</p>
            )}
          </>
        ),
      })}
    >
      {(_, record) => (
        <div className="col-span-full">
          {record ? (
            <Columns key={record.id} inspection={record} Links={Links} />
          ) : (
            <DetailPlaceholder label={TEXTS.loadingOne} className={STEP_FIRST} />
          )}
        </div>
      )}
    </RecordDetail>
  );
}

function StateBadge({ of }: { of: ListedInspection }) {
  const state = typeof of.rooms === 'number' ? of.state : stateOf({ state: of.state, rooms: of.rooms });
  return <Badge tone={TONES[state]}>{STATE_LABELS[state]}</Badge>;
}

function Columns({ inspection, Links }: Props & { inspection: InspectionRecord }) {
  const { id: person, account } = useLandlord();
  const [edits] = useState(() => roomEdits(inspection, `${person}/${account.id}`));
  const changeable = useMay(PATHS.change) && isChangeable(inspection);
  return (
    <div className={STEP_FIRST}>
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <NextStep inspection={inspection} settled={() => edits.settled()} />
      </div>
      <div className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <RoomsCard inspection={inspection} edits={edits} changeable={changeable} />
      </div>
      <div className="flex min-w-0 flex-col gap-5 lg:col-start-2 lg:row-start-2">
        <MetersCard inspection={inspection} changeable={changeable} />
        <CommentsCard inspection={inspection} />
        <Links inspection={inspection} />
        <FactsCard inspection={inspection} />
      </div>
    </div>
  );
}
