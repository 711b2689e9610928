/** Adds an expense. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useToday } from '../../../web/http/session.client.ts';
import { FormDialog, useOpenings } from '../../../web/records/form/FormDialog.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import type { PropertyChoice } from '../../property/property.ts';
import { TEXTS } from '../labels.ts';
import { transactions } from '../transaction.client.ts';
import { TransactionInput } from '../transaction.ts';
import { blankTransaction, transactionForm } from './form-values.ts';
import { ExpenseFields } from './TransactionFields.tsx';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function AddTransactionDialog(props: Props) {
  return <AddTransaction key={useOpenings(props.open)} {...props} />;
}

function AddTransaction({ open, onOpenChange }: Props) {
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
