/** The actions of a report: print, and its files. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import Download from 'lucide-react/icons/download';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { Menu, MenuItem } from '../../web/ui/overlay/Menu.tsx';
import { useDownload } from '../rent/documents.client.ts';
import type { ReportName } from './catalogue.ts';
import { fileOf, type ReportSearch } from './report.client.ts';
import type { Report } from './report.ts';

type Props = { name: ReportName; search: ReportSearch; report: Report | undefined };

export function ReportActions({ name, search, report }: Props) {
  const { mutate, isPending } = useDownload('the report');
  if (!report) return null;
  return (
    <span className="contents print:hidden">
      <Menu
        trigger={
          <Button icon={Download} busy={isPending ? 'Exporting...' : undefined}>
            Export
            <Icon of={ChevronDown} className="text-ink-3" />
          </Button>
        }
      >
        <MenuItem onClick={() => mutate(fileOf(name, search, 'pdf'))}>PDF</MenuItem>
        <MenuItem onClick={() => mutate(fileOf(name, search, 'xlsx'))}>Excel</MenuItem>
        <MenuItem onClick={() => mutate(fileOf(name, search, 'csv'))}>CSV</MenuItem>
        <MenuItem onClick={() => window.print()}>Print</MenuItem>
      </Menu>
    </span>
  );
}
