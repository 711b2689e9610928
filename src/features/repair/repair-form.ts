/** Forms of a repair. An edit keeps the times that suit the tenant, which only the tenant enters. */
import { z } from 'zod';
import { fields, flag } from '../../shared/fields.ts';
import { REPAIR, type RepairChange, type RepairInput, RepairRecord, type TimeSlot } from './repair.ts';
import { showTimes } from './rules/words.ts';

const { times } = RepairRecord.shape;

export const FIELDS = fields({
  ...REPAIR.shape,
  pets: flag('There are pets'),
  vulnerable: flag('Somebody there is young, old, ill or expecting'),
  times: {
    kind: 'custom' as const,
    label: 'Times that suit',
    optional: true,
    input: times,
    form: times,
    stored: times,
    blank: [] as TimeSlot[],
    toForm: (value: TimeSlot[]) => value,
    show: showTimes,
    same: (one: TimeSlot[], other: TimeSlot[]) => showTimes(one) === showTimes(other),
  },
});

export const EDIT_FORM = {
  schema: FIELDS.form,
  record: RepairRecord,
  blank: FIELDS.blank,
  toForm: (record: RepairRecord) => FIELDS.toForm(record),
  toInput: (output: z.output<typeof FIELDS.form>): RepairChange => output,
  merge: FIELDS.merge,
};

const NewRepair = FIELDS.form.extend({
  propertyId: z.uuid('Choose a property'),
  tenantId: z.string(),
  previousId: z.string(),
});

/** The property and the tenant cannot be changed later. */
export const ADD_FORM = {
  schema: NewRepair,
  record: RepairRecord,
  blank: { ...FIELDS.blank, urgency: 'normal', propertyId: '', tenantId: '', previousId: '' },
  toForm: (record: RepairRecord) => ({
    ...FIELDS.toForm(record),
    propertyId: record.propertyId ?? '',
    tenantId: record.tenant?.id ?? '',
    previousId: record.previous?.id ?? '',
  }),
  toInput: ({ tenantId, previousId, ...rest }: z.output<typeof NewRepair>): RepairInput => ({
    ...rest,
    tenantId: tenantId || null,
    previousId: previousId || null,
  }),
  merge: FIELDS.merge,
};
