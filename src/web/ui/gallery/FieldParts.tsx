/** Fields with a label above: text, password, numbers, money, dates, lists. */
import { useState } from 'react';
import { Skeleton } from '../display/Skeleton.tsx';
import { DateInput } from '../form/DateInput.tsx';
import { Field } from '../form/Field.tsx';
import { MoneyInput } from '../form/MoneyInput.tsx';
import { NumberInput } from '../form/NumberInput.tsx';
import { PasswordInput } from '../form/PasswordInput.tsx';
import { Select } from '../form/Select.tsx';
import { TextArea } from '../form/TextArea.tsx';
import { TextInput } from '../form/TextInput.tsx';
import { SearchField } from '../table/SearchField.tsx';
import { Cell, Kit } from './Kit.tsx';

const TYPES = [
  { value: 'flat', label: 'Flat' },
  { value: 'terraced', label: 'Terraced' },
];

export function FieldParts() {
  const [sought, setSought] = useState('Chandos');
  return (
    <>
      <Kit title="Field" columns="three">
        <Cell state="default">
          <Field label="Address" hint="House number and street.">
            <TextInput defaultValue="14 Chandos Terrace" />
          </Field>
        </Cell>
        <Cell state="hover">
          <Field label="Address">
            <TextInput defaultValue="14 Chandos Terrace" className="is-hover" />
          </Field>
        </Cell>
        <Cell state="focus">
          <Field label="Address">
            <TextInput defaultValue="14 Chandos Terrace" className="is-focus" />
          </Field>
        </Cell>
        <Cell state="disabled">
          <Field label="Address">
            <TextInput defaultValue="14 Chandos Terrace" disabled />
          </Field>
        </Cell>
        <Cell state="error and hint">
          <Field label="Address" error="Address must be at least 5 characters" hint="House number and street.">
            <TextInput defaultValue="14" />
          </Field>
        </Cell>
        <Cell state="loading">
          <p className="mb-[6px] font-bold">Address</p>
          <Skeleton className="h-control rounded-control" />
        </Cell>
        <Cell state="optional, empty">
          <Field label="Description" optional>
            <TextInput placeholder="South-facing yard" />
          </Field>
        </Cell>
        <Cell state="long words">
          <Field label="Name of the tenancy deposit scheme that holds the deposit, as on the certificate" optional>
            <TextInput defaultValue="The Dispute Service Limited (Custodial), reference 88213407/2026-A" />
          </Field>
        </Cell>
        <Cell state="text area">
          <Field label="Notes" optional>
            <TextArea defaultValue="Cellar dry and lit." />
          </Field>
        </Cell>
      </Kit>
      <Kit title="Password" columns="three">
        <Cell state="default">
          <Field label="Password">
            <PasswordInput autoComplete="current-password" defaultValue="street-lamp" />
          </Field>
        </Cell>
        <Cell state="error">
          <Field label="Password" error="Password must be at least 8 characters.">
            <PasswordInput autoComplete="current-password" defaultValue="street" />
          </Field>
        </Cell>
        <Cell state="disabled">
          <Field label="Password">
            <PasswordInput autoComplete="current-password" defaultValue="street-lamp" disabled />
          </Field>
        </Cell>
      </Kit>
      <Kit title="Number, money, date" columns="three">
        <Cell state="number">
          <Field label="Bedrooms">
            <NumberInput defaultValue="3" />
          </Field>
        </Cell>
        <Cell state="money">
          <Field label="Rent per month">
            <MoneyInput defaultValue="1,150.00" />
          </Field>
        </Cell>
        <Cell state="money, error">
          <Field label="Rent per month" error="Rent amount is required">
            <MoneyInput />
          </Field>
        </Cell>
        <Cell state="date">
          <Field label="Lease start">
            <DateInput defaultValue="2026-03-01" />
          </Field>
        </Cell>
        <Cell state="date, empty">
          <Field label="Moved out" optional>
            <DateInput />
          </Field>
        </Cell>
        <Cell state="date, disabled">
          <Field label="Lease start">
            <DateInput defaultValue="2026-03-01" disabled />
          </Field>
        </Cell>
      </Kit>
      <Kit title="Select" columns="three">
        <Cell state="default">
          <Field label="Property Type">
            <Select options={TYPES} defaultValue="terraced" />
          </Field>
        </Cell>
        <Cell state="error">
          <Field label="Property Type" error="Property type is required">
            <Select options={TYPES} placeholder="Choose a type" />
          </Field>
        </Cell>
        <Cell state="disabled">
          <Field label="Property Type">
            <Select options={TYPES} disabled />
          </Field>
        </Cell>
      </Kit>
      <Kit title="Search" columns="three">
        <Cell state="empty">
          <SearchField label="Search suppliers" placeholder="Search suppliers..." value="" onChange={setSought} />
        </Cell>
        <Cell state="filled">
          <SearchField label="Search properties" value={sought} onChange={setSought} />
        </Cell>
        <Cell state="disabled">
          <SearchField label="Search tenants" value="" onChange={setSought} disabled />
        </Cell>
      </Kit>
    </>
  );
}
