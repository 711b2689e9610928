import { z } from 'zod';
import { listSchema } from '../../shared/records/list-schema.ts';
import { fileUrl, StoredFile } from '../file/file.ts';
import { MAX_ITEMS } from '../inspection-template/listed.ts';
import { CONDITIONS, INSPECTION_LIST, KINDS, STATES } from './listed.ts';

export const MAX_PHOTOS = 200;

const instant = z.iso.datetime({ error: 'Enter a date and time' });
const short = (label: string) =>
  z.string({ error: label }).trim().min(1, label).max(100, 'Use 100 characters or fewer');
const note = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Use ${max.toLocaleString('en-GB')} characters or fewer`)
    .default('');

const Meter = z.object({
  name: short('Enter the meter, such as Electricity'),
  serial: z.string().trim().max(50, 'Use 50 characters or fewer').default(''),
  reading: z.string().trim().max(50, 'Use 50 characters or fewer').default(''),
});
const Keys = z.object({
  name: short('Enter what the keys are for'),
  count: z.number('Enter a number').int('Enter a whole number').min(0, 'Enter 0 or more').max(100, 'Enter up to 100'),
});

/** Changeable fields of the inspection itself. Rooms are saved separately. */
export const InspectionChange = z
  .object({
    startsAt: instant,
    agreed: z.boolean().default(false).describe('The tenants agreed to less than 24 hours’ notice'),
    inspector: z.string().trim().max(200, 'Use 200 characters or fewer').default('').describe('Carried out by'),
    note: note(5_000),
    meters: z.array(Meter).max(20, 'Enter up to 20 meters').default([]),
    keys: z.array(Keys).max(40, 'Enter up to 40 sets of keys').default([]),
  })
  .meta({ id: 'InspectionChange' });
export type InspectionChange = z.infer<typeof InspectionChange>;

/** A new inspection takes its rooms from a template. The property, tenancy and kind cannot be changed later. */
export const InspectionInput = InspectionChange.extend({
  propertyId: z.uuid('Choose a property'),
  tenancyId: z.uuid().nullable().default(null),
  kind: z.enum(KINDS, 'Choose the kind'),
  templateId: z.uuid().nullable().default(null).describe('Null for the standard rooms of the property'),
}).meta({ id: 'InspectionInput' });
export type InspectionInput = z.infer<typeof InspectionInput>;

export const Item = z.object({
  id: z.uuid(),
  name: short('Enter the item'),
  condition: z.enum(CONDITIONS).nullable().default(null),
  clean: z.boolean().nullable().default(null),
  note: note(2_000),
});
export type Item = z.infer<typeof Item>;

export const RoomInput = z
  .object({
    name: short('Enter the room'),
    note: note(2_000),
    items: z.array(Item).max(MAX_ITEMS, `Enter up to ${MAX_ITEMS} items`).default([]),
  })
  .meta({ id: 'InspectionRoomInput' });
export type RoomInput = z.infer<typeof RoomInput>;

export const PhotoInput = z
  .object({
    url: fileUrl('inspection_images'),
    itemId: z.uuid().nullable().default(null).describe('Null for the room as a whole'),
  })
  .meta({ id: 'InspectionPhotoInput' });
export type PhotoInput = z.infer<typeof PhotoInput>;

export const Photo = StoredFile.extend({
  id: z.uuid(),
  itemId: z.uuid().nullable(),
  takenAt: z.string().nullable().describe('By the camera'),
  addedAt: z.string(),
});
export type Photo = z.infer<typeof Photo>;

export const Comment = z.object({
  id: z.uuid(),
  roomId: z.uuid().nullable(),
  name: z.string().describe('Empty for roles that do not see people'),
  text: z.string(),
  at: z.string(),
});
export type Comment = z.infer<typeof Comment>;

export const Room = RoomInput.extend({
  id: z.uuid(),
  version: z.number().int(),
  photos: z.array(Photo),
  repairs: z.array(z.object({ itemId: z.uuid(), id: z.uuid(), number: z.number().int() })),
}).meta({ id: 'InspectionRoom' });
export type Room = z.infer<typeof Room>;

export const Inspection = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    dateAdded: z.string(),
    propertyId: z.uuid().nullable(),
    address: z.string().describe('Kept after the property is deleted'),
    tenancyId: z.uuid().nullable(),
    tenants: z.string().describe('Names; empty for roles that do not see people'),
    kind: z.enum(KINDS),
    state: z.enum(STATES),
    startsAt: z.string(),
    inspector: z.string(),
    rooms: z.number().int(),
    done: z.number().int().describe('Rooms with a condition for each item'),
    findings: z.number().int().describe('Items that are damaged, missing or not clean'),
    comments: z.number().int(),
    sharedAt: z.string().nullable(),
    commentsUntil: z.string().nullable(),
    lockedAt: z.string().nullable(),
  })
  .meta({ id: 'Inspection' });
export type Inspection = z.infer<typeof Inspection>;

/** The move-in inspection with which a move-out is compared. */
const Before = z.object({
  id: z.uuid(),
  startsAt: z.string(),
  rooms: z.array(Room.pick({ name: true, note: true, items: true, photos: true })),
  meters: z.array(Meter),
  keys: z.array(Keys),
});

export const InspectionRecord = Inspection.omit({ rooms: true, comments: true })
  .extend({
    agreed: z.boolean(),
    note: z.string(),
    meters: z.array(Meter),
    keys: z.array(Keys),
    sha256: z.string().nullable(),
    notice: z
      .object({
        documentId: z.uuid(),
        given: z.array(z.object({ recipient: z.string(), state: z.string(), at: z.string() })),
      })
      .nullable(),
    rooms: z.array(Room),
    comments: z.array(Comment),
    before: Before.nullable().describe('For a move-out: the latest move-in of the tenancy, else of the property'),
  })
  .meta({ id: 'InspectionRecord' });
export type InspectionRecord = z.infer<typeof InspectionRecord>;

export const InspectionQuery = listSchema(INSPECTION_LIST, {
  search: 'address and notes',
  more: {
    propertyId: z.uuid().describe('Only those of this property'),
    tenancyId: z.uuid().describe('Only those of this tenancy'),
    tenantId: z.uuid().describe('Only those of tenancies of this tenant'),
  },
});
export type InspectionQuery = z.output<typeof InspectionQuery>;
