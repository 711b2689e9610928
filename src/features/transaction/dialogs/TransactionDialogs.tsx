/** The dialogs of a transaction: add an expense; edit, which of income changes property and category only; delete. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { toastDone } from '../../../web/http/save.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { DeleteDialog } from '../../../web/records/detail/DeleteDialog.tsx';
import { useEditForm } from '../../../web/records/form/edit-form.client.ts';
import { FormDialog, useOpenings } from '../../../web/records/form/FormDialog.tsx';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Facts } from '../../../web/ui/display/Facts.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { DifferencesDialog } from '../../../web/ui/overlay/Differences.tsx';
import type { PropertyChoice } from '../../property/property.ts';
import { formerProperty, FIELD_LABELS as LABELS, nameOf, TEXTS } from '../labels.ts';
import { Amount, StatusMark } from '../TransactionMarks.tsx';
import { CHANGED, changeTransaction, removeTransaction, transactions } from '../transaction.client.ts';
import { Transaction, TransactionInput } from '../transaction.ts';
import { blankTransaction, changeOf, toFormValues, transactionDifferences, transactionForm } from './form-values.ts';
import { CategoryField, ExpenseFields, PropertyField } from './TransactionFields.tsx';

type AddProps = { open: boolean; onOpenChange: (open: boolean) => void };

export function AddTransactionDialog(props: AddProps) {
  return <AddTransaction key={useOpenings(props.open)} {...props} />;
}

function AddTransaction({ open, onOpenChange }: AddProps) {
  const today = useToday();
  const [property, setProperty] = useState<PropertyChoice | null>(null);
  const { mutateAsync: add } = useMutation(transactions.add);
  const form = useZodForm({
    schema: transactionForm({ today }),
    start: blankTransaction(today),
    save: (output) => add(TransactionInput.parse(output)),
    saved: () => onOpenChange(false),
    failed: () => undefined, // a toast shows it
  });
  return (
    <FormDialog form={form} open={open} onOpenChange={onOpenChange} title={TEXTS.addTitle} submit={TEXTS.add}>
      <ExpenseFields form={form} today={today} property={property} onProperty={setProperty} />
    </FormDialog>
  );
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
  const { mutateAsync: change } = useMutation(changeTransaction);
  const { form, conflict } = useEditForm({
    opened,
    record: Transaction,
    schema: transactionForm({ today, before: opened }),
    toFormValues,
    change: async (before, output) => {
      const input = changeOf(output, before);
      if (Object.keys(input).length > 0) return change({ before, input });
      toastDone(CHANGED);
      return before;
    },
    differences: (yours, theirs) =>
      transactionDifferences({
        yours,
        theirs,
        place: property?.id === yours.propertyId ? placeOf(property) : undefined,
      }),
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
      <DifferencesDialog thing="transaction" {...conflict} />
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
