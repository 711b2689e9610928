/** The form of a template. The items of a room are the lines of one text field. */
import { z } from 'zod';
import { TEMPLATE, Template, type TemplateInput, type TemplateRoom } from './inspection-template.ts';
import { MAX_ROOMS } from './listed.ts';
import { standardRooms } from './rules/standard-rooms.ts';

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const { name, rooms } = TEMPLATE.shape;
const { element: room } = rooms.input;

const items = z.string().transform(linesOf).pipe(room.shape.items.unwrap());

const schema = z.object({
  name: name.form,
  rooms: z.array(room.extend({ items })).min(1, 'Add a room').max(MAX_ROOMS),
});

export const BLANK_ROOM = { name: '', items: '' };

const typed = (all: readonly TemplateRoom[]) => all.map((one) => ({ name: one.name, items: one.items.join('\n') }));

/** A new template starts with the standard rooms of this home. */
const HOME = { type: 'flat', bedrooms: 2, bathrooms: 1 };

export const TEMPLATE_FORM = {
  schema,
  record: Template,
  blank: { name: '', rooms: typed(standardRooms(HOME)) },
  toForm: (template: Template): z.input<typeof schema> => ({ name: template.name, rooms: typed(template.rooms) }),
  toInput: (output: z.output<typeof schema>): TemplateInput => output,
  merge: TEMPLATE.merge,
};
