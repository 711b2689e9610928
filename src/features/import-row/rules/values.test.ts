import { expect, it } from 'vitest';
import { optionsOf, proposeMeaning } from './values.ts';

const propose = (kind: Parameters<typeof optionsOf>[0], field: string, value: string) =>
  proposeMeaning(kind, field, { value, options: optionsOf(kind, field, ['drone hire']) });

it.each([
  ['2 bed flat', 'flat', 2],
  ['Terrace', 'terraced', null],
  ['terrace 3b', 'terraced', 3],
  ['3BR Semi', 'semi-detached', 3],
  ['Detached house', 'detached', null],
  ['Studio', 'flat', 0],
  ['two bedroom apartment', 'flat', 2],
  ['Bungalow', 'bungalow', null],
  ['semi-detached', 'semi-detached', null],
  ['4-bed town house', 'terraced', 4],
])('the type %j is %s with %j bedrooms', (value, to, bedrooms) => {
  expect(propose('properties', 'propertyType', value)).toEqual({ to, bedrooms });
});

it.each(['HMO', 'mixed use'])('the type %j is for a person to choose', (value) => {
  expect(propose('properties', 'propertyType', value)).toBeNull();
});

it.each([
  ['properties', 'status', 'Let', 'occupied'],
  ['properties', 'status', 'Y', 'occupied'],
  ['properties', 'status', 'VOID', 'vacant'],
  ['suppliers', 'serviceType', 'Plumber', 'Plumbing'],
  ['suppliers', 'serviceType', 'Gas engineer', 'HVAC'],
  ['suppliers', 'serviceType', 'locksmith', 'Locksmith'],
  ['transactions', 'type', 'CR', 'income'],
  ['transactions', 'category', 'Repairs & maintenance', 'maintenance'],
  ['transactions', 'category', 'Letting agent fees', 'agent fees'],
  ['transactions', 'category', 'Mgmt fees', 'agent fees'],
  ['transactions', 'category', 'Certs', 'certificates'],
  ['transactions', 'category', 'Rent Payments', 'rent'],
  ['transactions', 'category', 'Drone hire', 'drone hire'],
  ['transactions', 'status', 'Cleared', 'completed'],
  ['transactions', 'status', 'Outstanding', 'pending'],
  ['certificates', 'name', 'CP12', 'gasSafety'],
  ['certificates', 'name', 'EICR', 'electricalSafety'],
  ['certificates', 'name', 'Legionella', 'other'],
] as const)('of %s, %s %j is %s', (kind, field, value, to) => {
  expect(propose(kind, field, value)).toMatchObject({ to });
});

it('leaves a category that it does not know to a person', () => {
  expect(propose('transactions', 'category', 'Zebra')).toBeNull();
});
