/** The dialogs of a transaction: add an expense; edit, which of income changes property and category only; delete. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { toastDone } from '../../../web/http/save.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { DeleteDialog } from '../../../web/records/detail/DeleteDialog.tsx';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ConflictDialog } from '../../../web/records/form/ConflictDialog.tsx';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { useEditForm } from '../../../web/records/form/edit-form.client.ts';
import { FormDialog, useOpenings } from '../../../web/records/form/FormDialog.tsx';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Facts } from '../../../web/ui/display/Facts.tsx';
import type { PropertyChoice } from '../../property/property.ts';
import { formerProperty, FIELD_LABELS as LABELS, nameOf, TEXTS } from '../labels.ts';
import { Amount, StatusMark } from '../TransactionMarks.tsx';
import { CHANGED, changeTransaction, removeTransaction, transactions } from '../transaction.client.ts';
import { Transaction, TransactionInput } from '../transaction.ts';
import {
  blankTransaction,
  changeOf,
  mergeTransactions,
  type TransactionFormOutput,
  toFormValues,
  transactionForm,
} from './form-values.ts';
import { CategoryField, ExpenseFields, PropertyField } from './TransactionFields.tsx';

type AddProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function AddTransactionDialog(props: AddProps) {
  return <AddTransaction key={useOpenings(props.open)} {...props} />;
}

function AddTransaction({ open, onOpenChange }: AddProps) {
  const today = useToday();
  const [property, setProperty] = useState<PropertyChoice | null>(null);
  const { mutateAsync: add } = useMutation(transactions.add);
  const change = useChange();
  const { form, existing } = useAddForm({
    words: TEXTS,
    schema: transactionForm({ today }),
    record: Transaction,
    start: blankTransaction(today),
    add: (output, key) => add({ input: TransactionInput.parse(output), key }),
    change,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog form={form} open={open} onOpenChange={onOpenChange} title={TEXTS.addTitle} submit={TEXTS.add}>
      <ExpenseFields form={form} today={today} property={property} onProperty={setProperty} />
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

/** Saves what differs; where nothing does there is nothing to send. */
function useChange() {
  const { mutateAsync: change } = useMutation(changeTransaction);
  return async (before: Transaction, output: TransactionFormOutput): Promise<Transaction> => {
    const input = changeOf(output, before);
    if (Object.keys(input).length > 0) return change({ before, input });
    toastDone(CHANGED);
    return before;
  };
}

/** Stays while the dialog closes. */
export type OpenDialog = { action: 'edit' | 'remove'; transaction: Transaction; open: boolean };

const DIALOGS = { edit: EditTransactionDialog, remove: DeleteTransactionDialog } as const;

type RowDialogsProps = { dialog: OpenDialog | undefined; onOpenChange: (open: boolean) => void };

export function RowDialogs({ dialog, onOpenChange }: RowDialogsProps) {
  if (!dialog) return null;
  const { action, transaction, open } = dialog;
  const Dialog = DIALOGS[action];
  return <Dialog key={transaction.id} transaction={transaction} open={open} onOpenChange={onOpenChange} />;
}

type Props = {
  transaction: Transaction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function EditTransactionDialog(props: Props) {
  return <EditTransaction key={useOpenings(props.open)} {...props} />;
}

function EditTransaction({ transaction, open, onOpenChange }: Props) {
  const [opened] = useState(transaction);
  const [property, setProperty] = useState(choiceOf(opened));
  const today = useToday();
  const change = useChange();
  const { form, conflict } = useEditForm({
    opened,
    record: Transaction,
    schema: transactionForm({ today, before: opened }),
    toFormValues,
    change,
    merge: (versions) =>
      mergeTransactions(versions, property?.id === versions.mine.propertyId ? placeOf(property) : undefined),
    thing: TEXTS.one,
    saved: () => onOpenChange(false),
  });
  const fields = { form, property, onProperty: setProperty, was: opened.category, gone: formerProperty(opened) };
  return (
    <FormDialog form={form} open={open} onOpenChange={onOpenChange} title={TEXTS.editTitle} submit={TEXTS.update}>
      {opened.type === 'expense' ? (
        <ExpenseFields {...fields} today={today} />
      ) : (
        <div className="flex flex-col gap-5">
          <Locked income={opened} />
          <CategoryField {...fields} type="income" />
          <PropertyField {...fields} />
        </div>
      )}
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}

function Locked({ income }: { income: Transaction }) {
  return (
    <>
      <Facts
        facts={[
          { name: 'Amount', value: <Amount transaction={income} /> },
          { name: LABELS.date, value: formatDay(income.date) },
          { name: LABELS.status, value: <StatusMark status={income.status} plain /> },
          { name: LABELS.description, value: income.description, long: true },
        ]}
      />
      <Banner tone="blue">{TEXTS.locked}</Banner>
    </>
  );
}

/** Address and city are one text in a transaction. */
function choiceOf({ propertyId: id, propertyAddress }: Transaction): PropertyChoice | null {
  return id === null ? null : { id, address: propertyAddress ?? '', city: '' };
}

function placeOf({ address, city }: PropertyChoice): string {
  return [address, city].filter(Boolean).join(', ');
}

function DeleteTransactionDialog({ transaction, open, onOpenChange }: Props) {
  const { mutateAsync: remove } = useMutation(removeTransaction);
  return (
    <DeleteDialog
      record={transaction}
      resource={transactions}
      remove={remove}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.deleteTitle}
      question={TEXTS.deleteQuestion}
    >
      <p className="font-bold text-ink wrap-anywhere">
        <bdi>{nameOf(transaction)}</bdi>
      </p>
      <p>
        <Amount transaction={transaction} />
        {transaction.propertyAddress && `, ${transaction.propertyAddress}`}
      </p>
    </DeleteDialog>
  );
}
