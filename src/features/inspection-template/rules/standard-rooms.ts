/** Rooms of an inspection without a template, by the property's type and numbers of bedrooms and bathrooms. */
import type { TemplateRoom } from '../inspection-template.ts';

export type Home = { type: string; bedrooms: number; bathrooms: number };

const MAX_OF_A_KIND = 20;

const SURFACES = ['Walls', 'Ceiling', 'Floor', 'Doors', 'Windows', 'Lights and sockets'];
const HALL = [...SURFACES, 'Front door and locks', 'Smoke alarm', 'Heating'];
const LANDING = ['Walls', 'Ceiling', 'Floor', 'Handrail', 'Lights and sockets', 'Smoke alarm'];
const LIVED_IN = [...SURFACES, 'Heating', 'Curtains and blinds'];
const KITCHEN = [
  ...SURFACES,
  'Units and worktops',
  'Sink and taps',
  'Oven and hob',
  'Extractor',
  'Fridge and freezer',
  'Washing machine',
  'Heating',
];
const BATHROOM = [
  ...SURFACES,
  'Bath or shower',
  'Basin and taps',
  'Toilet',
  'Sealant and tiles',
  'Extractor',
  'Heating',
];
const OUTSIDE = ['Garden', 'Paths and patio', 'Fences and gates', 'Gutters and drains', 'Bins'];

/** A flat has no garden; a flat or bungalow has no stairs. */
export function standardRooms({ type, bedrooms, bathrooms }: Home): TemplateRoom[] {
  const isFlat = type === 'flat';
  const hasStairs = !isFlat && type !== 'bungalow';
  return [
    { name: 'Hall', items: HALL },
    { name: bedrooms > 0 ? 'Living room' : 'Studio room', items: LIVED_IN },
    { name: 'Kitchen', items: KITCHEN },
    ...(hasStairs ? [{ name: 'Stairs and landing', items: LANDING }] : []),
    ...numbered('Bedroom', bedrooms, LIVED_IN),
    ...numbered('Bathroom', Math.max(1, bathrooms), BATHROOM),
    ...(isFlat ? [] : [{ name: 'Outside', items: OUTSIDE }]),
  ];
}

function numbered(name: string, count: number, items: string[]): TemplateRoom[] {
  const shownCount = Math.min(count, MAX_OF_A_KIND);
  return Array.from({ length: shownCount }, (_, place) => ({
    name: shownCount > 1 ? `${name} ${place + 1}` : name,
    items,
  }));
}
