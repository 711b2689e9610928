/** /dashboard/tax/mileage/$id: a journey and its amount. */
import { formatDay } from '../../shared/dates.ts';
import { formatPence } from '../../shared/money.ts';
import { FactsCard, RecordDetail } from '../../web/records/detail/RecordDetail.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { FactLines } from '../../web/ui/display/Facts.tsx';
import { journeys, PATHS } from './journey.client.ts';
import { JOURNEY } from './journey.ts';
import { milesText, TEXTS } from './listed.ts';

const { day, miles, returnJourney, from, to, purpose, propertyId, vehicle, vehicleName } = JOURNEY.shape;
const FACTS = { day, from, to, miles, returnJourney, vehicle, vehicleName, propertyId, purpose };

export function JourneyDetail() {
  return (
    <RecordDetail
      resource={journeys}
      texts={TEXTS}
      paths={PATHS}
      head={({ from, to, day, purpose }) => ({ title: `${from} to ${to}`, line: `${formatDay(day)}, ${purpose}` })}
      deletion={({ day }) => ({ question: <p>{formatDay(day)}</p> })}
    >
      {(journey) => (
        <>
          <FactsCard
            title={TEXTS.detailTitle}
            fields={FACTS}
            record={journey}
            own={{ propertyId: journey.property ?? 'No property' }}
            none={{ vehicleName: 'Not entered' }}
          />
          <Card aria-labelledby="amount">
            <CardHead id="amount" title="Amount in box 29" />
            <div className="px-5 py-2 max-md:px-4">
              <FactLines
                facts={[
                  { name: milesText(journey.totalMiles), value: formatPence(journey.pence) },
                  ...(journey.extra
                    ? [{ name: JOURNEY.shape.extraKind.show(journey.extraKind), value: formatPence(journey.extra) }]
                    : []),
                  ...(journey.driver ? [{ name: 'Driver', value: journey.driver }] : []),
                ]}
              />
            </div>
          </Card>
        </>
      )}
    </RecordDetail>
  );
}
