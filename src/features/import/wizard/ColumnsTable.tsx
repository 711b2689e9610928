import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Select } from '../../../web/ui/form/Inputs.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../../web/ui/table/Table.tsx';
import { fieldsOf, type Kind } from '../../import-file/kinds.ts';
import type { ImportColumn } from '../../import-row/row.ts';
import type { ColumnChange } from '../import.client.ts';
import type { ImportSheet } from '../import.ts';
import { columnName, fieldLabel, isOpen } from '../words.ts';

type Props = { sheet: ImportSheet; kind: Kind; onChange: (change: ColumnChange) => void };

export function ColumnsTable({ sheet, kind, onChange }: Props) {
  const options = Object.entries(fieldsOf(kind)).map(([value, { label, required }]) => ({
    value,
    label: required ? `${label} *` : label,
  }));
  return (
    <Table caption={`Columns of ${sheet.name}`} foot="* Required">
      <TableHead>
        <HeadCell className="w-[22%]">Column in your file</HeadCell>
        <HeadCell>First cells</HeadCell>
        <HeadCell className="w-[30%]">Field in Tenure</HeadCell>
        <HeadCell className="w-[20%]">Note</HeadCell>
      </TableHead>
      <TableBody>
        {sheet.columns.map((column) => {
          const name = columnName(sheet, column.index);
          const twice = column.field !== null && sheet.twice.includes(column.field);
          return (
            <TableRow key={column.index}>
              <Cell narrow="title" className="font-bold wrap-anywhere">
                <bdi>{name}</bdi>
              </Cell>
              <Cell narrow="wide" className="text-s text-ink-2 wrap-anywhere">
                {column.samples.join(' · ')}
              </Cell>
              <Cell narrow="wide">
                <Select
                  aria-label={`Field in Tenure for ${name}`}
                  aria-invalid={twice || undefined}
                  aria-describedby={`note-${sheet.id}-${column.index}`}
                  value={column.field ?? ''}
                  placeholder="Not imported"
                  options={options}
                  onChange={({ currentTarget: { value } }) => onChange({ index: column.index, field: value || null })}
                />
              </Cell>
              <Cell narrow="wide" className="text-s text-ink-2">
                <span id={`note-${sheet.id}-${column.index}`}>
                  <Note sheet={sheet} column={column} />
                </span>
              </Cell>
            </TableRow>
          );
        })}
      </TableBody>
    </Table>
  );
}

const NOTES: Record<ImportColumn['note'], string> = {
  ours: 'Template heading',
  name: 'Matched by name',
  last_time: 'As last time',
  chosen: 'Chosen by you',
  left_out: 'Left out',
};

function Note({ sheet, column: { index, field, note } }: { sheet: ImportSheet; column: ImportColumn }) {
  if (field === null) return 'Left out';
  if (sheet.twice.includes(field))
    return (
      <StatusState state="bad" small>
        ‘{fieldLabel(sheet, field)}’ is used by another column too. Choose one of them.
      </StatusState>
    );
  const questions = sheet.questions.filter(({ column }) => column === index);
  const open = questions.find(isOpen);
  if (open)
    return (
      <StatusState state="lacking" small>
        <a href={`#question-${sheet.id}-${index}`}>{open.what === 'values' ? 'Values to choose' : 'One question'}</a>
      </StatusState>
    );
  if (questions.length > 0) return <a href={`#question-${sheet.id}-${index}`}>Answered</a>;
  return NOTES[note];
}
