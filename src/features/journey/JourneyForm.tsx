/** /dashboard/tax/mileage/add and /edit/$id: the form of a journey. A new journey starts with the latest vehicle. */
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { FieldsCard, type FormOf, type FormPlanOf, RecordAdd, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { Loading } from '../../web/ui/display/Loading.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { FormChoice, FormField } from '../../web/ui/form/Field.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { driversQuery, journeys, latestJourney, PATHS } from './journey.client.ts';
import { JOURNEY, JOURNEY_FORM } from './journey.ts';
import { TEXTS } from './listed.ts';

type Form = FormOf<typeof JOURNEY_FORM>;
const { day, miles, returnJourney, from, to, purpose, propertyId, driverId, vehicle, vehicleName, extraKind, extra } =
  JOURNEY.shape;
const WAY = { day, from, to, miles, returnJourney, propertyId, purpose };
const VEHICLE = { driverId, vehicle, vehicleName };
const COSTS = { extraKind, extra };

const PLAN: FormPlanOf<typeof JOURNEY_FORM> = {
  ...JOURNEY_FORM,
  resource: journeys,
  texts: TEXTS,
  paths: PATHS,
  line: ({ from, to, day }) => `${from} to ${to}, ${formatDay(day)}`,
  children: ({ form }) => (
    <>
      <FieldsCard
        form={form}
        title="Journey"
        fields={WAY}
        own={{
          returnJourney: (
            <FormChoice form={form} name="returnJourney">
              {(error) => <Checkbox label="Return journey (doubles the miles)" error={error} className="md:pt-8" />}
            </FormChoice>
          ),
          propertyId: <PropertyField form={form} name="propertyId" label={propertyId.label} optional />,
        }}
      />
      <FieldsCard
        form={form}
        title="Vehicle"
        fields={{ ...VEHICLE, capitalAllowances: returnJourney }}
        own={{
          driverId: <Driver form={form} />,
          capitalAllowances: (
            <FormChoice form={form} name="capitalAllowances">
              {(error) => (
                <Checkbox
                  label="I claimed capital allowances on this vehicle"
                  error={error}
                  className="col-span-full"
                />
              )}
            </FormChoice>
          ),
        }}
      />
      <FieldsCard form={form} title="Parking and other costs" fields={COSTS} />
    </>
  ),
};

/** Renders null unless several owners may drive. */
function Driver({ form }: { form: Form }) {
  const { data: drivers = [] } = useQuery(driversQuery);
  const [first] = drivers;
  if (drivers.length < 2 || !first) return null;
  return (
    <FormField form={form} name="driverId" label={driverId.label} optional className="col-span-full">
      <Select placeholder={first.name} options={drivers.slice(1).map(({ id, name }) => ({ value: id, label: name }))} />
    </FormField>
  );
}

export function JourneyAdd() {
  const today = useToday();
  const { data: latest, isPending } = useQuery(latestJourney);
  if (isPending) return <Loading label={TEXTS.loadingOne}>{null}</Loading>;
  const { vehicle, vehicleName, driverId } = JOURNEY_FORM.blank;
  const usual = latest ? JOURNEY_FORM.toForm(latest) : { vehicle, vehicleName, driverId };
  const start = { vehicle: usual.vehicle, vehicleName: usual.vehicleName, driverId: usual.driverId, day: today };
  return <RecordAdd {...PLAN} blank={{ ...JOURNEY_FORM.blank, ...start }} />;
}

export function JourneyEdit() {
  return <RecordEdit {...PLAN} />;
}
