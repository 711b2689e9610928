import ArrowRight from 'lucide-react/icons/arrow-right';
import { Icon } from '../../../web/ui/display/Button.tsx';
import { SegmentedControl } from '../../../web/ui/table/SegmentedControl.tsx';
import type { ImportRow } from '../../import-row/row.ts';
import type { ChangeRow } from '../import.client.ts';

const TAKES = [
  { value: 'file', label: 'Take the file’s' },
  { value: 'ours', label: 'Keep ours' },
] as const;

export function ChangedValues({ row, change }: { row: ImportRow; change: ChangeRow }) {
  return (
    <ul className="grid gap-3 py-1">
      {row.changes.map(({ field, label, ours, file, take }) => (
        <li key={field} className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            <span className="block text-s text-ink-2">{label}</span>
            <span className="sr-only">Ours: </span>
            <s className="figures text-ink-2">{ours || 'empty'}</s>{' '}
            <Icon of={ArrowRight} className="inline text-ink-3" /> <span className="sr-only">The file’s: </span>
            <b className="figures">{file || 'empty'}</b>
          </span>
          <SegmentedControl
            legend={`${label}, row ${row.number}`}
            options={TAKES}
            value={take}
            onChange={(from) => change({ take: { field, from } })}
            className="max-md:w-full"
          />
        </li>
      ))}
    </ul>
  );
}
