/** Forms of an inspection, and the merge of two changes. Rooms are saved separately. */
import { z } from 'zod';
import { formatInstant, formatInstantAsTime, londonDay, londonInstant } from '../../shared/dates.ts';
import { mergeFields, type Versions } from '../../shared/records/merge.ts';
import { dayField, line, paragraph, typedCount } from '../../shared/schemas.ts';
import { InspectionChange, InspectionInput, InspectionRecord } from './inspection.ts';
import { KINDS, TEXTS } from './listed.ts';
import { isSoon } from './rules/words.ts';

const { meters, keys } = InspectionChange.shape;
type Meters = InspectionChange['meters'];
type Keys = InspectionChange['keys'];

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const show = {
  meters: (all: Meters) => all.map(({ name, serial, reading }) => [name, serial, reading].join(' ')).join('\n'),
  keys: (all: Keys) => all.map(({ name, count }) => `${name}: ${count}`).join('\n'),
};

const FIELDS = {
  startsAt: {
    label: 'Date and time',
    show: formatInstant,
    same: (one: string, other: string) => Date.parse(one) === Date.parse(other),
  },
  agreed: { label: 'Less than 24 hours’ notice', show: (agreed: boolean) => (agreed ? 'Agreed' : 'Not agreed') },
  inspector: { label: 'Carried out by', show: (text: string) => text },
  note: { label: 'Notes', show: (text: string) => text },
  meters: { label: 'Meters', show: show.meters, same: isEqual },
  keys: { label: 'Keys', show: show.keys, same: isEqual },
};

export const mergeChange = <Part extends Partial<InspectionChange>>({
  base,
  mine,
  theirs,
}: Versions<Part, InspectionRecord>) =>
  mergeFields<Part>(
    { base, mine, theirs },
    Object.fromEntries(Object.entries(FIELDS).filter(([name]) => name in mine)),
  );

/** The input that leaves an inspection unchanged. */
export const changeOf = (record: InspectionRecord): InspectionChange => ({
  startsAt: record.startsAt,
  agreed: record.agreed,
  inspector: record.inspector,
  note: record.note,
  meters: record.meters,
  keys: record.keys,
});

const Visit = z.object({
  /** The day. It has the name of the API's field, so that the API's errors are shown here. */
  startsAt: dayField('Enter the date'),
  time: z.string().regex(/^\d\d:\d\d$/, 'Enter the time'),
  agreed: z.boolean(),
  inspector: line({ max: 200 }),
  note: paragraph({ max: 5_000 }),
  kind: z.string().pipe(z.enum(KINDS, 'Choose the kind')),
  /** The stored start, which needs no new consent while it is unchanged. */
  saved: z.string(),
});
type Visit = z.output<typeof Visit>;

/** Whether a routine visit is so soon that it needs the tenants' consent. */
export function needsConsent(
  { kind, startsAt, time, saved }: Pick<Visit, 'startsAt' | 'time' | 'saved'> & { kind: string },
  now: string,
) {
  if (kind !== 'routine' || startsAt === '' || time === '') return false;
  const at = londonInstant(startsAt, time);
  return (saved === '' || Date.parse(saved) !== Date.parse(at)) && isSoon(at, now);
}

const consent = (now: string) => (visit: Visit, context: z.RefinementCtx) => {
  if (!visit.agreed && needsConsent(visit, now))
    context.addIssue({ code: 'custom', path: ['agreed'], message: TEXTS.soon });
};

const visitOf = ({ startsAt, time, agreed, inspector, note }: Visit) => ({
  startsAt: londonInstant(startsAt, time),
  agreed,
  inspector,
  note,
});

const visitForm = (record: InspectionRecord) => ({
  startsAt: londonDay(new Date(record.startsAt)),
  time: formatInstantAsTime(record.startsAt),
  agreed: record.agreed,
  inspector: record.inspector,
  note: record.note,
  kind: record.kind as string,
  saved: record.startsAt,
});

export const editForm = (now: string) => ({
  schema: Visit.extend({ meters, keys })
    .superRefine(consent(now))
    .transform((visit): InspectionChange => ({ ...visitOf(visit), meters: visit.meters, keys: visit.keys })),
  record: InspectionRecord,
  blank: { startsAt: '', time: '', agreed: false, inspector: '', note: '', kind: '', saved: '', meters: [], keys: [] },
  toForm: (record: InspectionRecord) => ({ ...visitForm(record), meters: record.meters, keys: record.keys }),
  toInput: (output: InspectionChange) => output,
  merge: mergeChange<InspectionChange>,
});

/** `notify` emails the notice of a routine visit after the inspection is added. */
export const addForm = (now: string) =>
  Visit.extend({
    propertyId: z.string().pipe(InspectionInput.shape.propertyId),
    tenancyId: z.string(),
    templateId: z.string(),
    notify: z.boolean(),
  })
    .superRefine(consent(now))
    .transform(({ propertyId, tenancyId, templateId, kind, notify, ...visit }) => ({
      input: InspectionInput.parse({
        ...visitOf({ ...visit, kind }),
        propertyId,
        tenancyId: tenancyId || null,
        templateId: templateId || null,
        kind,
      }),
      notify: notify && kind === 'routine' && tenancyId !== '',
    }));

export const startOfAdd = (now: string, propertyId: string) => ({
  startsAt: londonDay(new Date(now)),
  time: formatInstantAsTime(now),
  agreed: false,
  inspector: '',
  note: '',
  kind: '',
  saved: '',
  propertyId,
  tenancyId: '',
  templateId: '',
  notify: true,
});

const { element: meter } = meters.unwrap();
const { element: keySet } = keys.unwrap();

export const MetersForm = z.object({
  meters: z.array(meter),
  keys: z.array(keySet.extend({ count: typedCount('Enter a number', keySet.shape.count) })),
});

export const metersForm = (record: InspectionRecord) => ({
  meters: record.meters,
  keys: record.keys.map(({ name, count }) => ({ name, count: String(count) })),
});
