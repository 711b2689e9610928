/** Form for a CSV file's columns, or only the order of its dates. Files with the same headings reuse the answer. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card } from '../../web/ui/display/Card.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { Field } from '../../web/ui/form/Field.tsx';
import { Select } from '../../web/ui/form/Inputs.tsx';
import { SegmentedControl } from '../../web/ui/table/SegmentedControl.tsx';
import { Cell, HeadCell, Table, TableBody, TableHead, TableRow } from '../../web/ui/table/Table.tsx';
import type { StatementQuestion } from './preview.ts';
import { DATE_ORDERS, type DateOrder } from './read/fields.ts';
import type { Mapping } from './read/mapping.ts';
import { changeStatement } from './statement.client.ts';
import { ORDER_LABELS } from './texts.ts';

type Props = {
  id: string;
  fileName: string;
  question: StatementQuestion;
  onCancel: () => void;
  onAnswered?: () => void;
};

const SIGNS = [
  { value: 'one', label: 'One column' },
  { value: 'two', label: 'Two columns' },
] as const;

export function MappingForm({ id, fileName, question, onCancel, onAnswered }: Props) {
  const { what, why, likely, samples, headings } = question;
  const [columns, setColumns] = useState<Partial<Mapping>>(likely as Partial<Mapping>);
  const [two, setTwo] = useState(typeof likely.out === 'number');
  const [order, setOrder] = useState<DateOrder | undefined>(likely.order);
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    ...changeStatement(id),
    ...(onAnswered && { onSuccess: onAnswered }),
  });
  const width = Math.max(headings.length, ...samples.map((row) => row.length));
  const nameOf = (at: number) => headings[at]?.trim() || `Column ${at + 1}`;
  const options = Array.from({ length: width }, (_, at) => ({ value: String(at), label: nameOf(at) }));

  const answer = () => {
    if (!order) return setProblem('Choose how the dates are written');
    if (what === 'order') return mutate({ order });
    const { date, amount, out, into, text, side = null, reference = null, reversed = false } = columns;
    if (typeof date !== 'number' || typeof text !== 'number')
      return setProblem('Choose the columns for the date and the description');
    const sides = two
      ? { amount: null, out: out ?? null, into: into ?? null, side: null }
      : { amount: amount ?? null, out: null, into: null, side };
    if (two ? sides.out === null || sides.into === null : sides.amount === null)
      return setProblem('Choose the column for the amount');
    setProblem(undefined);
    mutate({ mapping: { date, order, text, reference, reversed: !two && reversed, ...sides } });
  };
  const column = (
    name: 'date' | 'amount' | 'out' | 'into' | 'side' | 'text' | 'reference',
    label: string,
    { none = 'Choose a column', hint }: { none?: string; hint?: string } = {},
  ) => (
    <Field label={label} hint={hint} control={{ id: `statement-${name}` }}>
      <Select
        value={columns[name] === null || columns[name] === undefined ? '' : String(columns[name])}
        placeholder={none}
        options={options}
        onChange={({ currentTarget: { value } }) =>
          setColumns((now) => ({ ...now, [name]: value === '' ? null : Number(value) }))
        }
      />
    </Field>
  );
  return (
    <Card className="overflow-clip">
      <div className="border-b border-line px-5 py-4 max-md:px-4">
        <h3 className="text-m tracking-normal wrap-anywhere">{fileName}</h3>
        <p className="text-ink-2">
          {what === 'columns'
            ? (why ?? 'We do not recognise this file. Tell us what each column is. We will remember it.')
            : `${question.name ?? 'This file'} is recognised, but its dates are ambiguous. Choose whether the day or the month comes first.`}
        </p>
      </div>
      <div className="overflow-x-auto">
        <Table caption="The first lines of the file" className="rounded-none! border-0! border-b!">
          <TableHead>
            {options.map(({ value, label }) => (
              <HeadCell key={value}>{label}</HeadCell>
            ))}
          </TableHead>
          <TableBody>
            {Object.entries(samples).map(([line, row]) => (
              <TableRow key={line}>
                {options.map(({ value, label }) => (
                  <Cell key={value} label={label} className="figures text-s whitespace-nowrap">
                    {row[Number(value)]}
                  </Cell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
      <div className="grid grid-cols-3 items-start gap-5 p-5 max-lg:grid-cols-2 max-md:grid-cols-1 max-md:p-4">
        {what === 'columns' && column('date', 'Date')}
        <Field label="Dates are written as" control={{ id: 'statement-order' }}>
          <Select
            value={order ?? ''}
            placeholder="Choose an order"
            options={DATE_ORDERS.map((value) => ({ value, label: ORDER_LABELS[value] }))}
            onChange={({ currentTarget: { value } }) => setOrder(DATE_ORDERS.find((one) => one === value))}
          />
        </Field>
        {what === 'columns' && (
          <>
            {column('text', 'Description')}
            {column('reference', 'Reference', { none: 'None' })}
            <div className="grid gap-[6px]">
              <span aria-hidden="true" className="font-bold">
                Amounts are in
              </span>
              <SegmentedControl
                legend="Amounts are in"
                options={SIGNS}
                value={two ? 'two' : 'one'}
                onChange={(value) => setTwo(value === 'two')}
                wide
              />
            </div>
            {two ? (
              <>
                {column('out', 'Money out')}
                {column('into', 'Money in')}
              </>
            ) : (
              <>
                {column('amount', 'Amount')}
                {column('side', 'Money in or out is shown by', {
                  none: 'The sign of the amount',
                  hint: 'A column with words such as DR and CR, or Debit and Credit',
                })}
                <Checkbox
                  label="Money out is written without a minus"
                  checked={columns.reversed ?? false}
                  onChange={({ currentTarget: { checked } }) => setColumns((now) => ({ ...now, reversed: checked }))}
                />
              </>
            )}
          </>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-5 py-3 max-md:px-4 max-md:*:flex-1">
        <p role="alert" className="mr-auto text-s font-bold text-red max-md:flex-[1_0_100%]!">
          {problem}
        </p>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" busy={isPending ? 'Reading...' : undefined} onClick={answer}>
          Read the file
        </Button>
      </div>
    </Card>
  );
}
