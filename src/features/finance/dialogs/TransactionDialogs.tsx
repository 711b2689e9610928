/** The dialogs to add, edit and delete a transaction. Editing imported income leaves its locked fields unchanged. */
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useWatch } from 'react-hook-form';
import { formatDay } from '../../../shared/dates.ts';
import { toastSuccess } from '../../../web/http/save.client.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { DeleteDialog } from '../../../web/records/detail/DeleteDialog.tsx';
import { useAddForm } from '../../../web/records/form/add-form.client.ts';
import { ConflictDialog } from '../../../web/records/form/ConflictDialog.tsx';
import { ExistingDialog } from '../../../web/records/form/ExistingDialog.tsx';
import { useEditForm } from '../../../web/records/form/edit-form.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { useUploads } from '../../../web/records/form/FormFrame.tsx';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Facts } from '../../../web/ui/display/Facts.tsx';
import { useOpenCount } from '../../../web/ui/overlay/open-count.client.ts';
import { SegmentedControl } from '../../../web/ui/table/SegmentedControl.tsx';
import type { PropertyChoice } from '../../property/property.ts';
import { formerProperty, FIELD_LABELS as LABELS, nameOf, TEXTS, TYPE_OPTIONS } from '../../transaction/labels.ts';
import { isLocked } from '../../transaction/listed.ts';
import type { Payer } from '../../transaction/PayerPicker.tsx';
import {
  addTransaction,
  CHANGED,
  changeTransaction,
  removeTransaction,
  toastAdded,
  transactions,
} from '../../transaction/transaction.client.ts';
import { Transaction, TransactionInput, type TransactionListFilter } from '../../transaction/transaction.ts';
import { Amount, StatusMark } from '../TransactionMarks.tsx';
import {
  blankTransaction,
  changeOf,
  mergeTransactions,
  type TransactionFormOutput,
  type TransactionFormValues,
  toFormValues,
  transactionForm,
} from './form-values.ts';
import { SplitDialog } from './SplitDialog.tsx';
import { CategoryField, EntryFields, HomeField, LedgerField, MoreFields } from './TransactionFields.tsx';
import { ViewTransaction } from './ViewTransaction.tsx';

type AddForm = ReturnType<typeof useAddForm<TransactionFormValues, TransactionFormOutput, Transaction>>;

type AddProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  type?: Transaction['type'];
  /** Initial values, such as those of a receipt. */
  start?: Partial<TransactionFormValues> | undefined;
  /** The filter of the list, whose property and category are filled in. */
  filter: TransactionListFilter;
  /** Called to clear filters that hide the new transaction. */
  onShow: () => void;
};

export function AddTransactionDialog(props: AddProps) {
  return <AddTransaction key={useOpenCount(props.open)} {...props} />;
}

function AddTransaction({ open, onOpenChange, type: initialType = 'expense', start, filter, onShow }: AddProps) {
  const today = useToday();
  const [property, setProperty] = useState<PropertyChoice | null>(null);
  const [payer, setPayer] = useState<Payer>();
  const { uploads, onBusy } = useUploads();
  const addsAnother = useRef(false);
  const choose = (chosen: boolean) => {
    addsAnother.current = chosen;
  };
  const { mutateAsync: add } = useMutation(addTransaction);
  const change = useChange();
  const { form, existing }: AddForm = useAddForm({
    words: TEXTS,
    schema: transactionForm({ today }),
    record: Transaction,
    start: { ...blankTransaction(today, { ...filter, type: initialType }), ...start },
    add: (output, key) => add({ input: TransactionInput.parse(clearTenancyOfExpense(output)), key }),
    change,
    saved: (added) => {
      void toastAdded(added, filter, onShow);
      if (!addsAnother.current) return onOpenChange(false);
      const { type, propertyId, date, status } = form.rhf.getValues();
      // Synchronous, because a field can be focused only after the reset has rendered.
      flushSync(() => form.rhf.reset({ ...blankTransaction(today, filter), type, propertyId, date, status }));
      form.focus('amount');
    },
  });
  const type = useWatch({ control: form.rhf.control, name: 'type' });
  return (
    <FormDialog
      form={form}
      draft={`${TEXTS.one}:${start?.file?.url ?? 'new'}`}
      open={open}
      onOpenChange={onOpenChange}
      title={type === 'income' ? TEXTS.addIncomeTitle : TEXTS.addTitle}
      submit={TEXTS.add}
      another={{ words: TEXTS.another, choose }}
      uploads={uploads}
    >
      {/* Most transactions are expenses, so the focus starts at the amount. */}
      <div data-not-first className="mb-5">
        <SegmentedControl
          legend="Type"
          options={TYPE_OPTIONS}
          value={type}
          onChange={(chosen) => form.rhf.setValue('type', chosen, { shouldDirty: true })}
          wide
        />
      </div>
      <EntryFields
        form={form}
        type={type}
        today={today}
        property={property}
        onProperty={setProperty}
        asksRefund
        ledger={type === 'income' ? { payer, onPayer: setPayer, onProperty: setProperty } : undefined}
      />
      <MoreFields form={form} onBusy={onBusy} />
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

/** An expense has no tenancy, even if one was chosen while it was income. */
function clearTenancyOfExpense(output: TransactionFormOutput): TransactionFormOutput {
  return output.type === 'income' ? output : { ...output, tenancyId: null };
}

/** Returns a save that sends only changed fields, and no request without changes. */
function useChange() {
  const { mutateAsync: change } = useMutation(changeTransaction);
  return async (before: Transaction, output: TransactionFormOutput): Promise<Transaction> => {
    const input = changeOf(output, before);
    if (Object.keys(input).length > 0) return change({ before, input });
    toastSuccess(CHANGED);
    return before;
  };
}

export type OpenDialog = { action: keyof typeof DIALOGS; transaction: Transaction; open: boolean };

const DIALOGS = {
  edit: EditTransactionDialog,
  remove: DeleteTransactionDialog,
  split: SplitDialog,
  view: ViewTransaction,
} as const;

export function RowDialog({ action, ...props }: OpenDialog & Pick<Props, 'onOpenChange'>) {
  const Dialog = DIALOGS[action];
  return <Dialog key={props.transaction.id} {...props} />;
}

type Props = {
  transaction: Transaction;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

function EditTransactionDialog(props: Props) {
  return <EditTransaction key={useOpenCount(props.open)} {...props} />;
}

function EditTransaction({ transaction, open, onOpenChange }: Props) {
  const [opened] = useState(transaction);
  const [property, setProperty] = useState(choiceOf(opened));
  const [payer, setPayer] = useState(payerOf(opened));
  const today = useToday();
  const { uploads, onBusy } = useUploads();
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
  const ledger = { payer, onPayer: setPayer, onProperty: setProperty };
  const fields = {
    form,
    property,
    onProperty: setProperty,
    initialCategory: opened.category,
    propertyHint: formerProperty(opened),
  };
  return (
    <FormDialog
      form={form}
      draft={`${TEXTS.one}:${opened.id}:${opened.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.editTitle}
      submit={TEXTS.update}
      uploads={uploads}
    >
      {isLocked(opened) ? (
        <div className="flex flex-col gap-5">
          <Locked income={opened} />
          <CategoryField {...fields} type={opened.type} />
          <HomeField {...fields} />
          {opened.type === 'income' && <LedgerField form={form} {...ledger} />}
        </div>
      ) : (
        <EntryFields
          {...fields}
          type={opened.type}
          today={today}
          ledger={opened.type === 'income' ? ledger : undefined}
        />
      )}
      <MoreFields form={form} of={opened} onBusy={onBusy} />
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
      <Banner tone="blue">
        <p>{income.splitId ? TEXTS.lockedPart : TEXTS.locked}</p>
        <p>
          <strong>{TEXTS.canChange}</strong>
        </p>
      </Banner>
    </>
  );
}

function payerOf({ tenancyId, tenancy, propertyId, propertyAddress }: Transaction): Payer | undefined {
  return tenancyId ? { tenancyId, names: tenancy ?? '', propertyId, propertyName: propertyAddress } : undefined;
}

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
