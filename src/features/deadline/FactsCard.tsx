/** Asks for facts that a rule needs and the property lacks. They are saved with the property. */
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { May } from '../../web/http/session.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { NumberInput, Select } from '../../web/ui/form/Inputs.tsx';
import { toFormValues } from '../property/form/form.ts';
import { properties } from '../property/property.client.ts';
import { PropertyForm, type PropertyRecord } from '../property/property.ts';
import { listOf } from './deadline.client.ts';
import { FACT_LABELS } from './listed.ts';
import type { Fact } from './rules/facts.ts';

/** Facts that the card asks for, with their options; null for a number. Other facts belong to their own records. */
const OPTIONS: Partial<Record<Fact, readonly { value: string; label: string }[] | null>> = {
  country: ['England', 'Wales', 'Scotland', 'Northern Ireland'].map((value) => ({ value, label: value })),
  gas: [
    { value: 'yes', label: 'Yes' },
    { value: 'no', label: 'No' },
  ],
  storeys: null,
  combustionRooms: null,
  people: null,
  households: null,
};

export function FactsCard({ propertyId }: { propertyId: string }) {
  const { data: property } = useQuery({ ...properties.byId(propertyId), refetchOnMount: false });
  const { data } = useInfiniteQuery(listOf({ propertyId, group: 'ask' }, 1));
  const values: Record<string, unknown> = property ? toFormValues(property) : {};
  const unknown = Array.isArray(values.unknownFacts) ? values.unknownFacts : [];
  const asks = data?.pages[0]?.items[0]?.asks.filter((fact) => fact in OPTIONS && !unknown.includes(fact)) ?? [];
  if (!property || asks.length === 0) return null;
  return (
    <May need="properties.change">
      <Card aria-labelledby="few-facts">
        <CardHead id="few-facts" title="A few facts" />
        <ul>
          {asks.map((fact) => (
            <Question key={fact} fact={fact} property={property} unknown={unknown} />
          ))}
        </ul>
      </Card>
    </May>
  );
}

const NOT_VALID = 'Another field of this property is not valid. Edit the property first.';

type Props = { fact: Fact; property: PropertyRecord; unknown: readonly unknown[] };

function Question({ fact, property, unknown }: Props) {
  const { mutate: change, isPending } = useMutation(properties.change);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState('');
  const id = useId();
  const options = OPTIONS[fact];
  const save = (facts: object) => {
    const { data: input, error } = PropertyForm.safeParse({ ...toFormValues(property), ...facts });
    if (input) change({ before: property, input });
    setProblem(error ? (error.issues.find(({ path }) => path[0] === fact)?.message ?? NOT_VALID) : '');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) save({ [fact]: typed });
    else setProblem(options ? 'Choose an answer' : 'Enter a number');
  };
  const control = { id, value: typed, ...(problem && { 'aria-invalid': true, 'aria-describedby': `${id}-problem` }) };
  return (
    <li className="border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="min-w-0 flex-1 basis-60">
          {FACT_LABELS[fact]}
        </label>
        {options ? (
          <Select
            {...control}
            className="w-40"
            placeholder="Choose"
            options={options}
            onChange={({ target }) => setTyped(target.value)}
          />
        ) : (
          <span className="w-24">
            <NumberInput {...control} onChange={({ target }) => setTyped(target.value)} />
          </span>
        )}
        <Button type="submit" size="small" busy={isPending ? 'Saving...' : undefined}>
          Save<span className="sr-only">: {FACT_LABELS[fact]}</span>
        </Button>
        <Button
          variant="quiet"
          size="small"
          disabled={isPending}
          onClick={() => save({ unknownFacts: [...unknown, fact] })}
        >
          Don’t know<span className="sr-only">: {FACT_LABELS[fact]}</span>
        </Button>
        {problem && (
          <p id={`${id}-problem`} role="alert" className="basis-full text-s font-bold text-red">
            {problem}
          </p>
        )}
      </form>
    </li>
  );
}
