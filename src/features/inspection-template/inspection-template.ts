import { z } from 'zod';
import { fields, text } from '../../shared/fields.ts';
import { listSchema } from '../../shared/records/list-schema.ts';
import { MAX_ITEMS, MAX_ROOMS, TEMPLATE_LIST } from './listed.ts';

const name = (missing: string) =>
  z.string({ error: missing }).trim().min(1, missing).max(100, 'Use 100 characters or fewer');

export const TemplateRoom = z.object({
  name: name('Enter the room'),
  items: z.array(name('Enter the item')).max(MAX_ITEMS, `Enter up to ${MAX_ITEMS} items`).default([]),
});
export type TemplateRoom = z.infer<typeof TemplateRoom>;

const rooms = z.array(TemplateRoom, 'Add a room').min(1, 'Add a room').max(MAX_ROOMS, `Enter up to ${MAX_ROOMS} rooms`);

export const TEMPLATE = fields({
  name: { ...text('Name', { min: 1, max: 100, message: 'Enter a name' }), wide: true },
  rooms: {
    kind: 'custom' as const,
    label: 'Rooms',
    wide: true,
    optional: false,
    input: rooms,
    form: rooms,
    stored: z.array(TemplateRoom),
    blank: [] as TemplateRoom[],
    toForm: (value: TemplateRoom[]) => value,
    show: (value: TemplateRoom[]) => value.map((room) => room.name).join(', '),
    same: (one: TemplateRoom[], other: TemplateRoom[]) => JSON.stringify(one) === JSON.stringify(other),
  },
});

export const TemplateInput = TEMPLATE.input.meta({ id: 'InspectionTemplateInput' });
export type TemplateInput = z.infer<typeof TemplateInput>;

export const Template = TEMPLATE.record.meta({ id: 'InspectionTemplate' });
export type Template = z.infer<typeof Template>;

export const TemplateQuery = listSchema(TEMPLATE_LIST, { search: 'name', more: {} });
export type TemplateQuery = z.output<typeof TemplateQuery>;
