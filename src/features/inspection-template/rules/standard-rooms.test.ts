import { describe, expect, it } from 'vitest';
import { TemplateRoom } from '../inspection-template.ts';
import { MAX_ROOMS } from '../listed.ts';
import { standardRooms } from './standard-rooms.ts';

const names = (type: string, bedrooms: number, bathrooms: number) =>
  standardRooms({ type, bedrooms, bathrooms }).map(({ name }) => name);

describe('the standard rooms', () => {
  it.each([
    ['flat', 0, 1, ['Hall', 'Studio room', 'Kitchen', 'Bathroom']],
    ['flat', 1, 0, ['Hall', 'Living room', 'Kitchen', 'Bedroom', 'Bathroom']],
    ['bungalow', 1, 1, ['Hall', 'Living room', 'Kitchen', 'Bedroom', 'Bathroom', 'Outside']],
    [
      'terraced',
      2,
      2,
      [
        'Hall',
        'Living room',
        'Kitchen',
        'Stairs and landing',
        'Bedroom 1',
        'Bedroom 2',
        'Bathroom 1',
        'Bathroom 2',
        'Outside',
      ],
    ],
  ])('of a %s with %d bedrooms and %d bathrooms', (type, bedrooms, bathrooms, expected) => {
    expect(names(type, bedrooms, bathrooms)).toEqual(expected);
  });

  it('are valid and within the limit, each name and item once, for a very large house', () => {
    const rooms = standardRooms({ type: 'detached', bedrooms: 50, bathrooms: 50 });
    expect(rooms.length).toBeLessThanOrEqual(MAX_ROOMS);
    expect(new Set(rooms.map(({ name }) => name)).size).toBe(rooms.length);
    for (const room of rooms) expect(new Set(TemplateRoom.parse(room).items).size).toBe(room.items.length);
  });
});
