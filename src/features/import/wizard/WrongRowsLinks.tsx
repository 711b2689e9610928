/** Downloads of wrong and dependent rows: a file for each sheet, with the sheet's own columns. */
import Download from 'lucide-react/icons/download';
import { counted } from '../../../shared/text.ts';
import { ButtonLink } from '../../../web/ui/display/Button.tsx';
import { wrongRowsHref } from '../import.client.ts';
import type { Import } from '../import.ts';

export function WrongRowsLinks({ file: { id, sheets } }: { file: Import }) {
  const wrong = sheets.flatMap(({ id: sheet, name, counts }) => {
    const count = counts.wrong + counts.depends;
    return count > 0 ? [{ sheet, name, count }] : [];
  });
  return (
    <div className="flex flex-wrap gap-2">
      {wrong.map(({ sheet, name, count }) => (
        <ButtonLink
          key={sheet}
          size="small"
          variant="quiet"
          icon={Download}
          href={wrongRowsHref(id, sheet)}
          download
          className="max-md:-ml-[10px] wrap-anywhere"
        >
          Download {counted(count, 'row')}
          {wrong.length > 1 && ` of ‘${name}’`}
        </ButtonLink>
      ))}
    </div>
  );
}
