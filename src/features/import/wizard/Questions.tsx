import { useState } from 'react';
import { counted } from '../../../shared/text.ts';
import { Button } from '../../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../../web/ui/display/Card.tsx';
import { RadioGroup } from '../../../web/ui/form/Choices.tsx';
import { Field } from '../../../web/ui/form/Field.tsx';
import { NumberInput, Select } from '../../../web/ui/form/Inputs.tsx';
import { LEAVE_OUT } from '../../import-file/kinds.ts';
import type { ImportQuestion } from '../../import-row/row.ts';
import type { ColumnChange } from '../import.client.ts';
import type { ImportSheet } from '../import.ts';
import { columnName, isOpen } from '../words.ts';

type Props = { sheet: ImportSheet; tried: boolean; onChange: (change: ColumnChange) => void };

export function Questions({ sheet, tried, onChange }: Props) {
  const { questions } = sheet;
  return (
    <Card aria-labelledby={`questions-${sheet.id}`}>
      <CardHead id={`questions-${sheet.id}`} title={counted(questions.length, 'question')} />
      <div className="grid gap-5 p-5 max-md:p-4">
        {questions.map((question) => (
          <div
            key={`${question.column} ${question.what}`}
            id={`question-${sheet.id}-${question.column}`}
            tabIndex={-1}
            className="scroll-mt-24"
          >
            <Question
              question={question}
              name={columnName(sheet, question.column)}
              asksBedrooms={asksBedrooms(sheet, question.column)}
              tried={tried}
              onChange={(change) => onChange({ index: question.column, ...change })}
            />
          </div>
        ))}
      </div>
    </Card>
  );
}

const asksBedrooms = ({ columns }: ImportSheet, index: number) =>
  columns[index]?.field === 'propertyType' && !columns.some(({ field }) => field === 'bedrooms');

type QuestionProps = {
  question: ImportQuestion;
  name: string;
  asksBedrooms: boolean;
  tried: boolean;
  onChange: (change: Omit<ColumnChange, 'index'>) => void;
};

const ORDERS = [
  { value: 'dmy', label: 'Day first: 3/4/2027 is 3 April' },
  { value: 'mdy', label: 'Month first: 3/4/2027 is 4 March' },
] as const;
const DECIMALS = [
  { value: 'point', label: 'A point: 1,200.50' },
  { value: 'comma', label: 'A comma: 1.200,50' },
] as const;

function Question({ question, name, asksBedrooms, tried, onChange }: QuestionProps) {
  if (question.what === 'values') return <Values {...{ question, name, asksBedrooms, onChange }} />;
  const error = tried && isOpen(question) ? `Choose an answer for ‘${name}’` : undefined;
  const value = question.answer ?? '';
  if (question.what === 'meaning')
    return (
      <RadioGroup
        legend={`What is the date in ‘${name}’?`}
        options={question.options}
        error={error}
        value={value}
        onChange={({ currentTarget }) => onChange({ field: currentTarget.value })}
      />
    );
  const hint = `Your file has ${question.samples.join(', ')}`;
  if (question.what === 'order')
    return (
      <RadioGroup
        legend={`How are the dates in ‘${name}’ written?`}
        hint={hint}
        options={ORDERS}
        error={error}
        value={value}
        onChange={({ currentTarget }) => {
          const order = ORDERS.find((one) => one.value === currentTarget.value)?.value;
          if (order) onChange({ order });
        }}
      />
    );
  return (
    <RadioGroup
      legend={`What separates pounds and pence in ‘${name}’?`}
      hint={hint}
      options={DECIMALS}
      error={error}
      value={value}
      onChange={({ currentTarget }) => {
        const decimal = DECIMALS.find((one) => one.value === currentTarget.value)?.value;
        if (decimal) onChange({ decimal });
      }}
    />
  );
}

type ValuesQuestion = Extract<ImportQuestion, { what: 'values' }>;
type Value = ValuesQuestion['values'][number];
type ValuesProps = Omit<QuestionProps, 'question' | 'tried'> & { question: ValuesQuestion };

const INITIAL_COUNT = 20;

/** Values that were matched automatically are shown on request. Values that the person chose stay visible. */
function Values({ question, name, asksBedrooms, onChange }: ValuesProps) {
  const [all, setAll] = useState(false);
  const { values, options } = question;
  const initial = values.filter(({ to, chosen }) => to === null || chosen);
  const shown = all ? values : initial.slice(0, INITIAL_COUNT);
  const hidden = values.length - shown.length;
  const choose = (value: Value, change: Partial<Pick<Value, 'to' | 'bedrooms'>>) =>
    onChange({ values: [{ value: value.value, to: value.to, bedrooms: value.bedrooms, ...change }] });
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-bold">What is in ‘{name}’?</legend>
      {shown.map((value) => (
        <div key={value.value} className="grid gap-1">
          <Field
            label={`‘${value.value}’, ${counted(value.rows, 'row')}`}
            error={value.to === null ? `Choose what ‘${value.value}’ is, or leave these rows out` : undefined}
          >
            <Select
              value={value.to ?? ''}
              placeholder="Choose"
              options={[...options, { value: LEAVE_OUT, label: 'Leave these rows out' }]}
              onChange={({ currentTarget }) => choose(value, { to: currentTarget.value || null })}
            />
          </Field>
          {asksBedrooms && value.to !== null && value.to !== LEAVE_OUT && (
            <Bedrooms key={String(value.bedrooms)} value={value} onChange={(bedrooms) => choose(value, { bedrooms })} />
          )}
        </div>
      ))}
      {(hidden > 0 || all) && (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          aria-expanded={all}
          onClick={() => setAll(!all)}
        >
          {all
            ? 'Show only the ones to choose'
            : `${hidden.toLocaleString('en-GB')}${hidden < values.length ? ' more,' : ''} matched`}
        </Button>
      )}
    </fieldset>
  );
}

function Bedrooms({ value, onChange }: { value: Value; onChange: (bedrooms: number) => void }) {
  const [typed, setTyped] = useState(value.bedrooms === null ? '' : String(value.bedrooms));
  const send = () => {
    if (/^\d{1,3}$/.test(typed) && Number(typed) !== value.bedrooms) onChange(Number(typed));
  };
  return (
    <Field label={`Bedrooms of ‘${value.value}’`}>
      <NumberInput
        className="w-20!"
        value={typed}
        maxLength={3}
        onChange={({ currentTarget }) => setTyped(currentTarget.value.trim())}
        onBlur={send}
        onKeyDown={({ key }) => key === 'Enter' && send()}
      />
    </Field>
  );
}
