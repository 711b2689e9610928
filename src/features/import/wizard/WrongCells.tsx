/** Corrections of a wrong row: its cells, the records to choose from, and other rows of the same record. */
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useState } from 'react';
import { capitalise } from '../../../shared/text.ts';
import { StatusState } from '../../../web/ui/display/Badge.tsx';
import { Button, Icon } from '../../../web/ui/display/Button.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { addedName } from '../../import-file/kinds.ts';
import type { ImportRow, Problem } from '../../import-row/row.ts';
import { PROPERTY_TYPES } from '../../property/listed.ts';
import { SERVICE_TYPES } from '../../supplier/listed.ts';
import type { ChangeRow } from '../import.client.ts';
import type { ImportSheet } from '../import.ts';
import { OUTCOME_LABELS } from '../listed.ts';
import { cellsToShow, columnName } from '../words.ts';

type Props = { sheet: ImportSheet; row: ImportRow; change: ChangeRow };

export function WrongCells({ sheet, row, change }: Props) {
  const cells = cellsToShow(row);
  const others = row.problems.filter(({ column }) => column === null || !cells.includes(column));
  return (
    <div className="grid gap-3 py-1">
      {row.outcome !== 'wrong' && (
        <StatusState state={row.outcome === 'new' || row.outcome === 'changed' ? 'good' : 'none'} small>
          {row.outcome === 'new' || row.outcome === 'changed' ? 'Corrected' : OUTCOME_LABELS[row.outcome]}
        </StatusState>
      )}
      {cells.length > 0 && (
        <div className="flex flex-wrap items-start gap-4 max-md:flex-col">
          {cells.map((column) => (
            <WrongCell key={column} {...{ sheet, row, column, change }} />
          ))}
        </div>
      )}
      {others.map((problem) => (
        <Choice key={`${problem.field} ${problem.message}`} {...{ problem, row, change }} />
      ))}
    </div>
  );
}

function WrongCell({ sheet, row, column, change }: Props & { column: number }) {
  const saved = row.cells[column] ?? '';
  const [value, setValue] = useState(saved);
  const problem = row.problems.find((one) => one.column === column);
  const send = (text: string) => text !== saved && change({ cells: { [column]: text } });
  const name = columnName(sheet, column);
  const label = `${name}, row ${row.number}`;
  const options = optionsOf(sheet, column);
  return (
    <div className="grid min-w-0 basis-56 gap-1 max-md:basis-auto max-md:w-full">
      <Field label={name} error={problem?.message}>
        {options ? (
          <Select
            aria-label={label}
            placeholder="Choose"
            value={saved}
            options={options.map((option) => ({ value: option, label: option }))}
            onChange={({ currentTarget }) => send(currentTarget.value)}
          />
        ) : (
          <TextInput
            aria-label={label}
            value={value}
            autoComplete="off"
            maxLength={2_000}
            onChange={({ currentTarget }) => setValue(currentTarget.value)}
            onBlur={() => send(value)}
            onKeyDown={({ key }) => key === 'Enter' && send(value)}
          />
        )}
      </Field>
      {problem?.suggestion && (
        <Button
          size="small"
          variant="quiet"
          className="-ml-[10px] justify-self-start"
          onClick={() => {
            setValue(problem.suggestion ?? '');
            send(problem.suggestion ?? '');
          }}
        >
          Use {problem.suggestion}
          <span className="sr-only"> for {name}</span>
        </Button>
      )}
      {problem && <Candidates {...{ problem, change }} />}
    </div>
  );
}

const OPTIONS: Partial<Record<string, readonly string[]>> = {
  propertyType: PROPERTY_TYPES.map(capitalise),
  serviceType: SERVICE_TYPES,
};

/** Options of a cell in a sheet of added records, whose values are not mapped by questions. */
function optionsOf({ kind, name, columns }: ImportSheet, column: number): readonly string[] | undefined {
  return kind !== null && name === addedName(kind) ? OPTIONS[columns[column]?.field ?? ''] : undefined;
}

type ChoiceProps = Pick<Props, 'row' | 'change'> & { problem: Problem };

function Candidates({ problem: { field, candidates }, change }: Omit<ChoiceProps, 'row'>) {
  if (field === null || candidates.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {candidates.map(({ id, label }) => (
        <Button key={id} size="small" onClick={() => change({ choose: { field, id } })}>
          {label}
        </Button>
      ))}
    </div>
  );
}

function Choice({ problem, row, change }: ChoiceProps) {
  const { message, twice } = problem;
  return (
    <div className="grid gap-2">
      <p className="flex items-start gap-[6px] text-s font-bold text-red">
        <Icon of={CircleAlert} className="mt-[2px]" />
        {message}
      </p>
      {twice !== null && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => change({ leaveOut: true })}>
            Keep row {twice}
          </Button>
          <Button size="small" onClick={() => change({ leaveOut: true }, { sheet: row.sheet, number: twice })}>
            Keep row {row.number}
          </Button>
        </div>
      )}
      <Candidates {...{ problem, change }} />
    </div>
  );
}
