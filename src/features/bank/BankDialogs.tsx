/** Drafts of these forms omit the account number and sort code. */
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { mergeFields } from '../../shared/records/merge.ts';
import { useAddForm } from '../../web/records/form/add-form.client.ts';
import { ConflictDialog } from '../../web/records/form/ConflictDialog.tsx';
import { ExistingDialog } from '../../web/records/form/ExistingDialog.tsx';
import { useEditForm } from '../../web/records/form/edit-form.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { NumberInput, TextInput } from '../../web/ui/form/Inputs.tsx';
import { SegmentedField } from '../../web/ui/form/SegmentedField.tsx';
import { useOpenCount } from '../../web/ui/overlay/open-count.client.ts';
import { toast } from '../../web/ui/overlay/toast.client.ts';
import { bankAccounts, connectBank } from './bank-account.client.ts';
import {
  type BankAccount,
  BankAccountChange,
  type BankAccountFormValues,
  BankAccountInput,
  BankAccountRecord,
  FIELD_LABELS as LABELS,
  TYPE_OPTIONS,
} from './bank-account.ts';
import { TEXTS } from './listed.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const BLANK: BankAccountFormValues = { institution: '', accountNumber: '', sortCode: '', accountType: 'personal' };

export function ConnectBankDialog(props: Props) {
  return <ConnectBank key={useOpenCount(props.open)} {...props} />;
}

function ConnectBank({ open, onOpenChange }: Props) {
  const { mutateAsync: connect } = useMutation(connectBank);
  const { form, existing } = useAddForm({
    words: TEXTS,
    schema: BankAccountInput,
    record: BankAccountRecord,
    start: BLANK,
    add: (input, key) => connect({ input, key }),
    saved: () => {
      toast.success(TEXTS.added);
      onOpenChange(false);
    },
    failed: (error) => {
      toast.error(TEXTS.addFailedTitle, { description: TEXTS.addFailed });
      return error instanceof AppError ? error.message : undefined;
    },
  });
  return (
    <FormDialog
      form={form}
      draft={`${TEXTS.one}:new`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.add}
      submit={TEXTS.add}
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:gap-x-3 max-md:gap-y-4">
        <p className="col-span-full text-ink-2">
          We keep only the last four digits of the account number and the first four of the sort code.
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
        <SegmentedField
          form={form}
          name="accountType"
          label={LABELS.accountType}
          options={TYPE_OPTIONS}
          className="col-span-full"
        />
      </div>
      <p className="mt-5 text-s">
        <Link to="/dashboard/finance/import">Import a statement instead</Link>
      </p>
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

type RenameProps = Props & { account: BankAccount };

export function RenameBankDialog(props: RenameProps) {
  return <RenameBank key={`${props.account.id} ${useOpenCount(props.open)}`} {...props} />;
}

function RenameBank({ account, open, onOpenChange }: RenameProps) {
  // The list omits the number of transactions, which the form does not use.
  const [opened] = useState({ ...account, transactions: 0 });
  const { mutateAsync: change } = useMutation(bankAccounts.change);
  const { form, conflict } = useEditForm({
    opened,
    record: BankAccountRecord,
    schema: BankAccountChange,
    toFormValues: ({ name }) => ({ name }),
    change: (before, input) => change({ before, input }),
    merge: (versions) => mergeFields(versions, { name: { label: LABELS.name, show: (name: string) => name } }),
    thing: TEXTS.one,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`${TEXTS.one}:${opened.id}:${opened.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.renameTitle}
      submit={TEXTS.rename}
    >
      <FormField form={form} name="name" label={LABELS.name}>
        <TextInput autoComplete="off" />
      </FormField>
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}
