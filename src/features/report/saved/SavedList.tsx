import { Link } from '@tanstack/react-router';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useMay, useRights } from '../../../web/http/session.client.ts';
import { IconButton } from '../../../web/ui/display/Button.tsx';
import { Menu, MenuItem } from '../../../web/ui/overlay/Menu.tsx';
import { REPORTS } from '../catalogue.ts';
import { useRemoveSaved, useSavedReports, useSetMonthly } from './saved.client.ts';
import type { SavedReport } from './saved.ts';

/** Returns the saved reports that the person may open and whose names contain `q`. */
export function useSaved(q = ''): SavedReport[] {
  const { data = [] } = useSavedReports();
  const rights = useRights() ?? [];
  const text = q.trim().toLowerCase();
  return data.filter(
    ({ name, report }) =>
      name.toLowerCase().includes(text) && REPORTS[report].needs.every((need) => rights.includes(need)),
  );
}

type Props = { saved: SavedReport; className: string };

export function SavedLink({ saved: { name, report, query }, className }: Props) {
  return (
    <Link to="/dashboard/reports/$name" params={{ name: report }} search={query} className={className}>
      <bdi>{name}</bdi>
    </Link>
  );
}

export const monthlyLine = ({ monthly, savedBy }: SavedReport) =>
  monthly && savedBy !== null ? `Emailed monthly to ${savedBy}` : '';

export function SavedMenu({ saved }: { saved: SavedReport }) {
  const { mutate: setMonthly, isPending } = useSetMonthly();
  const { mutate: remove, isPending: removing } = useRemoveSaved();
  if (!useMay('reports.change')) return null;
  return (
    <Menu trigger={<IconButton icon={EllipsisVertical} size="small" label={`Change ${saved.name}`} />}>
      <MenuItem disabled={isPending} onClick={() => setMonthly({ saved, monthly: !saved.monthly })}>
        {saved.monthly ? 'Stop emails' : 'Email monthly'}
      </MenuItem>
      <MenuItem danger disabled={removing} onClick={() => remove(saved)}>
        Remove
      </MenuItem>
    </Menu>
  );
}
