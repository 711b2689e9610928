/** Which properties a change of a tenant concerns: those whose status may follow. */
import type { Tenant } from './tenant.ts';

type Lived = Pick<Tenant, 'propertyId' | 'movedOut'>;

/** Ids of the properties that gained or lost somebody who lives there; `before` is missing after an add, `after` after a removal. */
export function affectedProperties(before: Lived | undefined, after: Lived | undefined): string[] {
  if (before?.propertyId === after?.propertyId && before?.movedOut === after?.movedOut) return [];
  const homes = [before?.propertyId, after?.propertyId].filter((id) => typeof id === 'string');
  return [...new Set(homes)];
}
