/** The status of a property: occupied green, vacant amber, maintenance blue. */
import { capitalise } from '../../shared/text.ts';
import { Badge } from '../../web/ui/display/Badge.tsx';
import { type PropertyStatus, STATUS_COLOURS } from './property.ts';

export function PropertyStatusBadge({ status }: { status: PropertyStatus }) {
  return <Badge tone={STATUS_COLOURS[status]}>{capitalise(status)}</Badge>;
}
