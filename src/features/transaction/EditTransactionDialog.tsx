/** Changes an expense, or the property and category of income. */
import { useState } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { useEditForm } from '../../web/records/edit-form.client.ts';
import { FormDialog, useOpenings } from '../../web/records/FormDialog.tsx';
import { Banner } from '../../web/ui/display/Banner.tsx';
import { Facts } from '../../web/ui/display/Facts.tsx';
import { DifferencesDialog } from '../../web/ui/overlay/Differences.tsx';
import type { PropertyChoice } from '../property/property.ts';
import { goneLine, WHY_LOCKED } from './dialog-words.ts';
import { transactionDifferences } from './differences.ts';
import { changeOf, toFormValues, transactionForm } from './form-values.ts';
import { FIELD_LABELS as LABELS } from './labels.ts';
import { changeTransaction } from './save.client.ts';
import { CategoryField, ExpenseFields, PropertyField } from './TransactionFields.tsx';
import { Amount, StatusMark } from './TransactionMarks.tsx';
import { Transaction } from './transaction.ts';

type Props = {
  /** As it is shown; what becomes of it while the dialog is open is compared when it is saved. */
  transaction: Transaction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function EditTransactionDialog(props: Props) {
  return <EditTransaction key={useOpenings(props.open)} {...props} />;
}

function EditTransaction({ transaction, open, onOpenChange }: Props) {
  const [opened] = useState(transaction);
  const [property, setProperty] = useState(choiceOf(opened));
  const today = useToday();
  const { form, conflict } = useEditForm({
    opened,
    record: Transaction,
    schema: transactionForm({ today, before: opened }),
    toFormValues,
    change: (before, filled) => changeTransaction(before, changeOf(filled, before)),
    differences: (yours, theirs) =>
      transactionDifferences({
        yours,
        theirs,
        place: property?.id === yours.propertyId ? placeOf(property) : undefined,
      }),
    saved: () => onOpenChange(false),
  });
  const fields = { form, property, onProperty: setProperty, was: opened.category, gone: goneLine(opened) };
  return (
    <FormDialog
      form={form}
      open={open}
      onOpenChange={onOpenChange}
      title="Edit Transaction"
      submit="Update Transaction"
    >
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
      <Banner tone="blue">{WHY_LOCKED}</Banner>
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
