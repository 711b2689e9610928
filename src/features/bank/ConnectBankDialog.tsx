/** Asks for a bank account by hand, and adds it. What is typed of its number goes to the server and is kept nowhere here. */
import { useController } from 'react-hook-form';
import { AppError } from '../../shared/app-error.ts';
import { FormDialog, useOpenings } from '../../web/records/FormDialog.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { type FormHandle, useZodForm } from '../../web/ui/form/form.client.ts';
import { NumberInput, TextInput } from '../../web/ui/form/Inputs.tsx';
import { SegmentedControl } from '../../web/ui/table/SegmentedControl.tsx';
import { BankAccountInput, type TypedBankAccount } from './bank-account.ts';
import { FIELD_LABELS as LABELS, TYPE_OPTIONS } from './labels.ts';
import { connectBank } from './queries.client.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const BLANK: TypedBankAccount = { institution: '', accountNumber: '', sortCode: '', accountType: 'personal' };

export function ConnectBankDialog(props: Props) {
  return <ConnectBank key={useOpenings(props.open)} {...props} />;
}

function ConnectBank({ open, onOpenChange }: Props) {
  const form = useZodForm({
    schema: BankAccountInput,
    start: BLANK,
    save: connectBank,
    saved: () => onOpenChange(false),
    // That it failed a toast has said; why stands in the form.
    failed: (error) => (error instanceof AppError ? error.message : undefined),
  });
  return (
    <FormDialog form={form} open={open} onOpenChange={onOpenChange} title="Connect Bank" submit="Connect Bank">
      <div className="grid grid-cols-2 items-start gap-5 max-md:gap-x-3 max-md:gap-y-4">
        <p className="col-span-full text-ink-2">
          Only the last four digits of the account number and the first four of the sort code are kept.
        </p>
        <FormField form={form} name="institution" label={LABELS.institution} className="col-span-full">
          <TextInput autoComplete="off" />
        </FormField>
        <FormField form={form} name="accountNumber" label={LABELS.accountNumber} hint="8 digits.">
          <NumberInput />
        </FormField>
        <FormField form={form} name="sortCode" label={LABELS.sortCode} hint="6 digits, without dashes.">
          <NumberInput />
        </FormField>
        <TypeField form={form} />
      </div>
    </FormDialog>
  );
}

function TypeField({ form }: { form: FormHandle<TypedBankAccount, BankAccountInput> }) {
  const { field } = useController({ control: form.rhf.control, name: 'accountType' });
  return (
    <div className="col-span-full grid min-w-0 gap-[6px]">
      {/* Its options are named for screen readers by the group they are in. */}
      <span aria-hidden="true" className="font-bold">
        {LABELS.accountType}
      </span>
      <SegmentedControl
        legend={LABELS.accountType}
        options={TYPE_OPTIONS}
        value={field.value ?? 'personal'}
        onChange={field.onChange}
        wide
      />
    </div>
  );
}
