import Bookmark from 'lucide-react/icons/bookmark';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { May } from '../../web/http/session.client.ts';
import { Button, Icon } from '../../web/ui/display/Button.tsx';
import { lazyDialog } from '../../web/ui/overlay/LazyDialog.tsx';
import { Menu, MenuItem } from '../../web/ui/overlay/Menu.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { useDownload } from '../rent/documents.client.ts';
import type { ReportName } from './catalogue.ts';
import { fileOf, type ReportSearch } from './report.client.ts';
import type { Report } from './report.ts';

const SaveDialog = lazyDialog(async () => (await import('./saved/ReportDialogs.tsx')).SaveDialog);
const ValueDialog = lazyDialog(async () => (await import('./saved/ReportDialogs.tsx')).ValueDialog);

type Props = { name: ReportName; search: ReportSearch; report: Report | undefined };

export function ReportActions({ name, search, report }: Props) {
  const { mutate, isPending } = useDownload('the report');
  const [shown, setShown] = useState<'save' | 'value'>();
  const openings = useOpenCount(shown !== undefined);
  const close = (open: boolean) => {
    if (!open) setShown(undefined);
  };
  if (!report) return null;
  return (
    <span className="contents print:hidden">
      <May need="reports.change">
        {name === 'yield' && <Button onClick={() => setShown('value')}>Enter a value</Button>}
        <Button icon={Bookmark} onClick={() => setShown('save')}>
          Save
        </Button>
        <SaveDialog key={`save-${openings}`} name={name} search={search} open={shown === 'save'} onOpenChange={close} />
        <ValueDialog key={`value-${openings}`} open={shown === 'value'} onOpenChange={close} />
      </May>
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
