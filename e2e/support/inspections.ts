import type { z } from 'zod';
import { type InspectionInput, InspectionRecord, Room } from '../../src/features/inspection/inspection.ts';
import { type Landlord, sent } from './landlords.ts';

type Given = Partial<z.input<typeof InspectionInput>>;

/** Adds an inspection, by default a move-in of a new property. */
export async function addsInspection(landlord: Landlord, overrides: Given = {}): Promise<InspectionRecord> {
  const { page, origin } = landlord;
  const propertyId = overrides.propertyId ?? (await landlord.adds()).id;
  const data = { kind: 'move-in', startsAt: '2026-11-02T10:00:00Z', ...overrides, propertyId };
  return InspectionRecord.parse(await sent(page.request.post('/api/inspections', { data, headers: { origin } })));
}

/** Saves a room's items as changed by `mark`, from the version of `room`. */
export async function savesRoom(
  { page, origin }: Landlord,
  { id }: Pick<InspectionRecord, 'id'>,
  { room, mark }: { room: Room; mark: (item: Room['items'][number], place: number) => object },
): Promise<Room> {
  const { name, note, items } = room;
  const data = { name, note, items: items.map((item, place) => ({ ...item, ...mark(item, place) })) };
  const headers = { origin, 'if-match': `"${room.version}"` };
  return Room.parse(await sent(page.request.put(`/api/inspections/${id}/rooms/${room.id}`, { data, headers })));
}

export async function locksInspection(
  { page, origin }: Landlord,
  { id }: Pick<InspectionRecord, 'id'>,
): Promise<InspectionRecord> {
  const data = { lock: true };
  return InspectionRecord.parse(
    await sent(page.request.post(`/api/inspections/${id}/share`, { data, headers: { origin } })),
  );
}
