/** Checkbox, switch, radio, segment. */
import LayoutGrid from 'lucide-react/icons/layout-grid';
import Rows3 from 'lucide-react/icons/rows-3';
import { useState } from 'react';
import { Checkbox, Switch } from '../form/Checkbox.tsx';
import { RadioGroup } from '../form/RadioGroup.tsx';
import { SegmentedControl } from '../table/SegmentedControl.tsx';
import { Cell, Kit } from './Kit.tsx';

const KINDS = [
  { value: 'personal', label: 'Personal' },
  { value: 'business', label: 'Business', hint: 'A letting agency or a company.' },
];

export function ChoiceParts() {
  const [view, setView] = useState<'cards' | 'table'>('cards');
  return (
    <>
      <Kit title="Checkbox" columns="three">
        <Cell state="default">
          <Checkbox label="I accept the terms" />
        </Cell>
        <Cell state="checked">
          <Checkbox label="I accept the terms" defaultChecked />
        </Cell>
        <Cell state="some">
          <Checkbox label="Select all transactions" indeterminate />
        </Cell>
        <Cell state="disabled">
          <Checkbox label="I accept the terms" disabled defaultChecked />
        </Cell>
        <Cell state="error">
          <Checkbox label="I accept the terms" error="You must accept the terms and conditions." />
        </Cell>
      </Kit>
      <Kit title="Switch" columns="three">
        <Cell state="on, with a hint">
          <Switch label="Email Notifications" hint="Leases and certificates that end soon." defaultChecked />
        </Cell>
        <Cell state="off">
          <Switch label="Dark Mode" />
        </Cell>
        <Cell state="disabled">
          <Switch label="Dark Mode" disabled />
        </Cell>
      </Kit>
      <Kit title="Radio and segment" columns="three">
        <Cell state="radio">
          <RadioGroup legend="Account type" options={KINDS} defaultValue="personal" />
        </Cell>
        <Cell state="radio, error">
          <RadioGroup legend="Account type" options={KINDS} error="Account type is required" />
        </Cell>
        <Cell state="segment">
          <SegmentedControl
            legend="View"
            value={view}
            onChange={setView}
            options={[
              { value: 'cards', label: 'Cards', icon: LayoutGrid },
              { value: 'table', label: 'Table', icon: Rows3 },
            ]}
          />
        </Cell>
      </Kit>
    </>
  );
}
