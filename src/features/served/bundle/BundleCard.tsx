import PackageOpen from 'lucide-react/icons/package-open';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { daysBetween, formatDay, isDay } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { useMay, useToday } from '../../../web/http/session.client.ts';
import { Button, ButtonLink, Icon } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { formatFileSize } from '../../file/file.ts';
import { usePapers, useSaveAskedOn } from '../served.client.ts';
import type { Place } from '../served.ts';
import { lastDay, missingTypes, PRODUCE_SOURCE, typeLabel, USUAL_TYPES } from './bundle.ts';

export function BundleCard({ place }: { place: Place }) {
  const { data } = usePapers(place);
  const [left, setLeft] = useState<readonly string[]>([]);
  const items = data?.items ?? [];
  const types = USUAL_TYPES.filter((type) => !left.includes(type));
  const certificates = data?.certificates ?? [];
  const papers = [...items, ...certificates];
  const isChosen = ({ type }: { type: string }) => types.some((one) => one === type);
  const chosen = papers.filter(isChosen);
  const kept = certificates.filter(isChosen).length;
  const missing = missingTypes(types, papers);
  const bytes = chosen.reduce((sum, paper) => sum + paper.bytes, 0);
  const entries = items.filter(isChosen).reduce((sum, { served }) => sum + served.length, 0);
  const placeQuery: Record<string, string> = place.tenancyId
    ? { tenancyId: place.tenancyId }
    : { propertyId: place.propertyId ?? '' };
  const query = new URLSearchParams({ ...placeQuery, types: types.join(',') });
  return (
    <Card aria-labelledby="bundle">
      <CardHead id="bundle" title="Produce within 7 days" />
      <div className="flex flex-col gap-4 px-5 py-4 max-md:px-4">
        <p className="text-s text-ink-2">
          For a council or a court: one zip with these papers and an index with recipients, methods and times.
        </p>
        {data && <AskedOn key={data.askedOn} place={place} saved={data.askedOn} />}
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Kinds of paper</legend>
          {USUAL_TYPES.map((type) => {
            const count = papers.filter((paper) => paper.type === type).length;
            return (
              <Checkbox
                key={type}
                checked={!left.includes(type)}
                onChange={({ target }) =>
                  setLeft(target.checked ? left.filter((one) => one !== type) : [...left, type])
                }
                label={
                  <>
                    {typeLabel(type)}{' '}
                    <span className={count === 0 ? 'text-s text-amber' : 'text-s text-ink-2'}>
                      {count === 0 ? 'No document' : counted(count, 'paper')}
                    </span>
                  </>
                }
              />
            );
          })}
        </fieldset>
        {data && missing.length > 0 && (
          <p className="flex items-start gap-2 text-s text-amber">
            <Icon of={TriangleAlert} className="mt-[3px]" />
            <span>
              {`${counted(missing.length, 'kind')} of paper ${missing.length === 1 ? 'is' : 'are'} missing. You can make the bundle now and again later.`}
            </span>
          </p>
        )}
        {kept > 0 && (
          <p className="text-s text-ink-2">
            {`${counted(kept, 'file')} of certificates ${kept === 1 ? 'is' : 'are'} included. To record who was given one, add it to documents first.`}
          </p>
        )}
        {types.length > 0 && (
          <ButtonLink href={`/api/served/bundle?${query}`} download icon={PackageOpen} wide>
            Make the bundle
          </ButtonLink>
        )}
        <p className="text-center text-s text-ink-2">
          {`${counted(chosen.length, 'paper')}, ${counted(entries, 'entry', 'entries')} of proof, ${formatFileSize(bytes)}`}
        </p>
      </div>
    </Card>
  );
}

/** The day is stored until the landlord clears it. */
function AskedOn({ place: { tenancyId, propertyId }, saved }: { place: Place; saved: string | null }) {
  const today = useToday();
  const may = useMay('people.change');
  const [day, setDay] = useState(saved ?? '');
  const { mutate: save, isPending } = useSaveAskedOn();
  const end = isDay(day) ? lastDay(day) : undefined;
  const days = end ? daysBetween(today, end) : 0;
  const send = (askedOn: string | null) =>
    save({ tenancyId: tenancyId ?? null, propertyId: propertyId ?? null, askedOn });
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Asked on"
        hint={
          end ? (
            <>
              Last day: <b>{formatDay(end)}</b>
              {days >= 0 ? `, ${counted(days, 'day')} left. ` : `, ${counted(-days, 'day')} late. `}
              <a href={PRODUCE_SOURCE.link} target="_blank" rel="noopener">
                Source<span className="sr-only"> (opens in a new tab)</span>
              </a>
            </>
          ) : (
            'The day of the request. Its last day is counted from it.'
          )
        }
        error={end && day > today ? 'Enter today or an earlier date' : undefined}
      >
        <DateInput value={day} onChange={setDay} />
      </Field>
      {may && ((end && day !== saved && day <= today) || saved) && (
        <div className="flex flex-wrap gap-2">
          {end && day !== saved && day <= today && (
            <Button size="small" busy={isPending ? 'Saving...' : undefined} onClick={() => send(day)}>
              Save day
            </Button>
          )}
          {saved && (
            <Button variant="quiet" size="small" disabled={isPending} onClick={() => send(null)}>
              Answered
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
