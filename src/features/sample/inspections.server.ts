/** No email is sent. */
import type { UserDb } from '../../server/session/with-user.server.ts';
import { addDays, londonInstant } from '../../shared/dates.ts';
import { inspectionTable } from '../inspection/inspection.server.ts';
import { InspectionInput, type Item, type Room } from '../inspection/inspection.ts';
import { changeRoom } from '../inspection/rooms.server.ts';
import { share } from '../inspection/share.server.ts';
import { currentTenancy } from './residents.server.ts';

/** Indexes of homes in the portfolio. */
const [LEEDS, BRISTOL] = [0, 1];

const DAYS_AHEAD = 6;

const FINDINGS: Record<string, Partial<Item>> = {
  'Hall: Walls': { condition: 'worn', note: 'Light scuffs by the door' },
  'Living room: Floor': { condition: 'worn', note: 'Worn where the sofa was' },
  'Kitchen: Oven and hob': { condition: 'good', clean: false, note: 'Grease inside the oven' },
  'Bathroom: Sealant and tiles': { condition: 'damaged', note: 'A cracked tile above the basin' },
};

type Params = { homes: readonly string[]; today: string; backdate: (day: string) => Promise<void> };

export async function addInspections(db: UserDb, { homes, today, backdate }: Params): Promise<void> {
  const leeds = await currentTenancy(db, homes[LEEDS]);
  const bristol = await currentTenancy(db, homes[BRISTOL]);
  if (!leeds || !bristol) return;
  const table = inspectionTable(() => new Date(londonInstant(today, '12:00')));
  const visit = { inspector: 'Leila Haddad', templateId: null };
  const routine = {
    ...visit,
    propertyId: homes[BRISTOL],
    tenancyId: bristol.tenancyId,
    kind: 'routine',
    startsAt: londonInstant(addDays(today, DAYS_AHEAD), '10:00'),
    note: 'Check the loft hatch and the gutters',
  };
  await table.add(db, InspectionInput.parse(routine));
  await backdate(leeds.start);
  const moveIn = {
    ...visit,
    propertyId: homes[LEEDS],
    tenancyId: leeds.tenancyId,
    kind: 'move-in',
    startsAt: londonInstant(leeds.start, '09:30'),
    meters: [
      { name: 'Electricity', serial: '19L 3308441', reading: '048215' },
      { name: 'Gas', serial: 'G4A 0091277', reading: '06634' },
    ],
    keys: [
      { name: 'Front door', count: 2 },
      { name: 'Back door', count: 1 },
    ],
  };
  const { id, rooms } = await table.add(db, InspectionInput.parse(moveIn));
  for (const room of rooms) await changeRoom(db, { id, roomId: room.id, version: room.version, input: recorded(room) });
  await share(db, id, { until: new Date(londonInstant(addDays(leeds.start, 7), '23:59')), atOnce: false });
}

function recorded({ name, note, items }: Room) {
  const all = items.map(
    (item): Item => ({ ...item, condition: 'good', clean: true, ...FINDINGS[`${name}: ${item.name}`] }),
  );
  return { name, note, items: all };
}
