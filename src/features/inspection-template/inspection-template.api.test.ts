import { describe } from 'vitest';
import { recordContract } from '../../../test/contracts/record-contract.ts';
import { TEMPLATE, Template } from './inspection-template.ts';
import { TEMPLATE_LIST, TEXTS } from './listed.ts';

describe('templates pass the record contract', () => {
  recordContract({
    path: '/api/inspection-templates',
    notFound: TEXTS.notFound,
    record: Template,
    item: Template,
    fields: TEMPLATE,
    input: async () => ({ name: 'Studio', rooms: [{ name: 'Studio room', items: ['Walls', 'Oven'] }] }),
    changed: { rooms: [{ name: 'Kitchen', items: [] }] },
    wrong: [
      [{ rooms: [] }, { rooms: 'Add a room' }],
      [{ rooms: [{ name: '', items: [] }] }, { 'rooms.0.name': 'Enter the room' }],
      [{ rooms: [{ name: 'Hall', items: [''] }] }, { 'rooms.0.items.0': 'Enter the item' }],
    ],
    sorts: Object.keys(TEMPLATE_LIST.sorts),
    searched: 'name',
    wrongQueries: [],
  });
});
