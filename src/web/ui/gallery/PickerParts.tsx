/** The search field that chooses one of many: type 'row' to see what was found, 'xyz' to find nothing. */
import { useEffect, useState } from 'react';
import { Field } from '../form/Field.tsx';
import { Picker } from '../overlay/Picker.tsx';
import type { Choice } from '../overlay/picker.client.ts';
import { Cell, Kit } from './Kit.tsx';

const TOWNS = ['Bristol', 'Leeds', 'Manchester', 'Sheffield'];
const HOUSES = ['Albert Row', 'Beech Road', 'Chandos Terrace', 'Mill Lane', 'Rowan Close'].flatMap((street, index) =>
  TOWNS.map((line, number) => ({ id: `${street} ${number}`, name: `${number * 7 + index + 1} ${street}`, line })),
);
const LONG = { id: 'long', name: 'Flat 6, Albion Works, 22 Pollard Street East', line: 'Manchester' };

export function PickerParts() {
  return (
    <Kit title="Picker" columns="three">
      <Cell state="empty">
        <Field label="Property" hint="Type a part of its address.">
          <Example start={null} />
        </Field>
      </Cell>
      <Cell state="chosen">
        <Field label="Property">
          <Example start={LONG} />
        </Field>
      </Cell>
      <Cell state="error">
        <Field label="Property" error="Property selection is required">
          <Example start={null} />
        </Field>
      </Cell>
      <Cell state="search failed">
        <Field label="Property">
          <Example start={null} reason="Failed to load properties." />
        </Field>
      </Cell>
      <Cell state="disabled">
        <Field label="Property">
          <Example start={LONG} disabled />
        </Field>
      </Cell>
    </Kit>
  );
}

type Props = { start: Choice | null; reason?: string; disabled?: boolean };

function Example({ start, reason, disabled = false }: Props) {
  const [chosen, setChosen] = useState(start);
  const [searched, setSearched] = useState('');
  const [found, setFound] = useState<{ for: string; choices: Choice[] }>();
  useEffect(() => {
    const matches = ({ name, line }: Choice) => `${name} ${line}`.toLowerCase().includes(searched.toLowerCase());
    const answer = setTimeout(() => setFound({ for: searched, choices: HOUSES.filter(matches) }), 300);
    return () => clearTimeout(answer);
  }, [searched]);
  return (
    <Picker
      chosen={chosen}
      onChange={setChosen}
      choices={found?.choices}
      searched={searched}
      onSearch={setSearched}
      busy={found?.for !== searched}
      placeholder="Search address or city"
      failed={reason === undefined ? undefined : { reason, busy: false, retry: () => undefined }}
      nothing="No properties found"
      disabled={disabled}
    />
  );
}
