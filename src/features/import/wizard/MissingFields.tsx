import { useState } from 'react';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { fieldsOf } from '../../import-file/kinds.ts';
import { optionsOf } from '../../import-row/rules/values.ts';
import type { ImportSheet } from '../import.ts';
import { fieldLabel } from '../words.ts';

type Props = { sheet: ImportSheet; onChange: (fixed: Record<string, string | null>) => void };

export function MissingFields({ sheet, onChange }: Props) {
  const fields = [...new Set([...sheet.missing, ...Object.keys(sheet.fixed)])];
  if (fields.length === 0) return null;
  return (
    <Card>
      <CardHead title="Required fields without a column" />
      <div className="grid grid-cols-3 gap-5 p-5 max-lg:grid-cols-2 max-md:grid-cols-1 max-md:p-4">
        {fields.map((field) => (
          <FixedValue
            key={field}
            sheet={sheet}
            field={field}
            onChange={(value) => onChange({ [field]: value === '' ? null : value })}
          />
        ))}
      </div>
    </Card>
  );
}

type FixedProps = { sheet: ImportSheet; field: string; onChange: (value: string) => void };

function FixedValue({ sheet, field, onChange }: FixedProps) {
  const saved = sheet.fixed[field] ?? '';
  const [value, setValue] = useState(saved);
  const label = fieldLabel(sheet, field);
  const error = sheet.missing.includes(field)
    ? `‘${label}’ has no column. Choose its column below, or one value for all rows`
    : undefined;
  const choice = sheet.kind && fieldsOf(sheet.kind)[field]?.form === 'choice' ? sheet.kind : null;
  const send = (next: string) => next !== saved && onChange(next);
  return (
    <Field label={`${label}, for all rows`} error={error}>
      {choice ? (
        <Select
          value={saved}
          placeholder="No value"
          options={optionsOf(choice, field).map((option) => ({ value: option.label, label: option.label }))}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <TextInput
          value={value}
          autoComplete="off"
          maxLength={2_000}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          onBlur={() => send(value.trim())}
          onKeyDown={({ key }) => key === 'Enter' && send(value.trim())}
        />
      )}
    </Field>
  );
}
