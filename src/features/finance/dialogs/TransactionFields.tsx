import { useWatch } from 'react-hook-form';
import { Banner } from '../../../web/ui/display/Banner.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { RadioGroup } from '../../../web/ui/form/Choices.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormChoice, FormField } from '../../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../../web/ui/form/form.client.ts';
import { Select, TextInput } from '../../../web/ui/form/Inputs.tsx';
import { SegmentedField } from '../../../web/ui/form/SegmentedField.tsx';
import { useBankAccountChoices } from '../../bank/bank-account.client.ts';
import { optionOf } from '../../bank/bank-account.ts';
import { PropertyField } from '../../property/PropertyField.tsx';
import type { PropertyChoice } from '../../property/property.ts';
import { SupplierField } from '../../supplier/SupplierField.tsx';
import { useCategoryOptions } from '../../transaction/categories.client.ts';
import {
  FIELD_LABELS as LABELS,
  OPTIONS_OF_TYPE,
  overdueNote,
  PAID_OPTIONS,
  REFUND_OPTIONS,
  TEXTS,
} from '../../transaction/labels.ts';
import type { TransactionType } from '../../transaction/listed.ts';
import { type Payer, PayerPicker } from '../../transaction/PayerPicker.tsx';
import type { Transaction } from '../../transaction/transaction.ts';
import { FilesField } from './FilesField.tsx';
import { needsRefundAnswer, type TransactionFormOutput, type TransactionFormValues } from './form-values.ts';

type FormProps = { form: FormHandle<TransactionFormValues, TransactionFormOutput> };
type CategoryProps = FormProps & {
  type: TransactionType;
  /** The category when the form was opened, which may come from an import. */
  initialCategory?: string | undefined;
};
type PropertyProps = FormProps & {
  property: PropertyChoice | null;
  onProperty: (property: PropertyChoice | null) => void;
  propertyHint?: string | undefined;
};
type EntryProps = CategoryProps &
  PropertyProps & {
    today: string;
    /** Whether to ask if a new expense below zero is a refund. */
    asksRefund?: boolean;
    /** The tenancy ledger of an income. */
    ledger?: LedgerProps | undefined;
  };

const GRID = 'grid grid-cols-2 items-start gap-5 max-md:gap-x-3 max-md:gap-y-4';

export function EntryFields({
  form,
  type,
  today,
  initialCategory,
  asksRefund = false,
  ledger,
  ...property
}: EntryProps) {
  return (
    <div className={GRID}>
      <FormField form={form} name="amount" label={LABELS.amount}>
        <TextInput inputMode="decimal" autoComplete="off" className="figures" />
      </FormField>
      <CategoryField form={form} type={type} initialCategory={initialCategory} />
      {asksRefund && <RefundField form={form} />}
      <FormField form={form} name="description" label={LABELS.description} className="col-span-full">
        <TextInput autoComplete="off" />
      </FormField>
      <HomeField form={form} {...property} />
      {ledger && <LedgerField form={form} {...ledger} />}
      <FormField form={form} name="date" label={LABELS.date}>
        <DateInput />
      </FormField>
      <SegmentedField form={form} name="status" label={LABELS.status} options={PAID_OPTIONS} />
      <Overdue form={form} today={today} />
    </div>
  );
}

function RefundField({ form }: FormProps) {
  const [type, amount] = useWatch({ control: form.rhf.control, name: ['type', 'amount'] });
  // Always rendered, so that screen readers announce the question.
  return (
    <div role="status" className="col-span-full empty:hidden">
      {needsRefundAnswer({ type, amount }) && (
        <FormChoice form={form} name="refund">
          {(error) => (
            <RadioGroup legend={TEXTS.refund} hint={TEXTS.refundHint} options={REFUND_OPTIONS} error={error} />
          )}
        </FormChoice>
      )}
    </div>
  );
}

export function CategoryField({ form, type, initialCategory }: CategoryProps) {
  const options = useCategoryOptions(OPTIONS_OF_TYPE[type], initialCategory);
  return (
    <FormField form={form} name="category" label={LABELS.category}>
      <Select options={options} placeholder={initialCategory === undefined ? 'Choose one' : undefined} />
    </FormField>
  );
}

export function HomeField({ form, property, onProperty, propertyHint }: PropertyProps) {
  return (
    <PropertyField
      form={form}
      name="propertyId"
      label={LABELS.propertyId}
      hint={propertyHint}
      optional
      className="col-span-full"
      chosen={property}
      onChosen={onProperty}
    />
  );
}

export type LedgerProps = Pick<PropertyProps, 'onProperty'> & {
  payer: Payer | undefined;
  onPayer: (payer: Payer | undefined) => void;
};

/** A chosen tenancy also fills in its property, and the category unless one was chosen. */
export function LedgerField({ form, payer, onPayer, onProperty }: FormProps & LedgerProps) {
  const tenancyId = useWatch({ control: form.rhf.control, name: 'tenancyId' });
  const set = (name: 'tenancyId' | 'category' | 'propertyId', value: string) =>
    form.rhf.setValue(name, value, { shouldDirty: true, shouldValidate: true });
  return (
    <FormField
      form={form}
      name="tenancyId"
      label={LABELS.tenancyId}
      hint={TEXTS.ledgerHint}
      optional
      className="col-span-full"
    >
      <PayerPicker
        chosen={payer?.tenancyId === tenancyId ? payer : undefined}
        onChange={(chosen) => {
          onPayer(chosen);
          set('tenancyId', chosen?.tenancyId ?? '');
          if (!chosen) return;
          const { category, propertyId } = form.rhf.getValues();
          if (category === '' || category === 'other') set('category', 'rent');
          if (propertyId === '' && chosen.propertyId) {
            onProperty({ id: chosen.propertyId, address: chosen.propertyName ?? '', city: '' });
            set('propertyId', chosen.propertyId);
          }
        }}
      />
    </FormField>
  );
}

type MoreProps = FormProps & { of?: Transaction | undefined; onBusy: (busy: boolean) => void };

/** Receipts, then supplier and bank account, which are collapsed unless set. `of` is the edited transaction. */
export function MoreFields({ form, of, onBusy }: MoreProps) {
  const byHand = !of || of.source === 'hand';
  return (
    <>
      <div className={`${GRID} mt-5`}>
        <FilesField form={form} onBusy={onBusy} />
      </div>
      <div className="-mx-6 mt-5 -mb-6 border-t border-line max-md:-mx-4">
        <Disclosure
          inDialog
          title={byHand ? TEXTS.more : LABELS.supplierId}
          startsOpen={Boolean(of?.supplierId || (byHand && of?.bankAccountId))}
        >
          <div className={GRID}>
            <SupplierField form={form} name="supplierId" label={LABELS.supplierId} optional className="col-span-full" />
            {byHand && <BankAccountField form={form} of={of} />}
          </div>
        </Disclosure>
      </div>
    </>
  );
}

function BankAccountField({ form, of }: FormProps & Pick<MoreProps, 'of'>) {
  const { data: accounts = [] } = useBankAccountChoices();
  const options = accounts.map((account) => ({ value: account.id, label: optionOf(account) }));
  const { bankAccountId: chosenId, bankAccount } = of ?? {};
  if (chosenId && bankAccount && options.every(({ value }) => value !== chosenId))
    options.push({ value: chosenId, label: bankAccount });
  if (options.length === 0) return null;
  return (
    // Remounted once the accounts are loaded, so that the options include the chosen account.
    <FormField
      key={options.length}
      form={form}
      name="bankAccountId"
      label={LABELS.bankAccountId}
      optional
      className="col-span-full"
    >
      <Select placeholder="No bank account" options={options} />
    </FormField>
  );
}

function Overdue({ form, today }: FormProps & { today: string }) {
  const [date, status] = useWatch({ control: form.rhf.control, name: ['date', 'status'] });
  const note = overdueNote({ date, status }, today);
  // Always rendered, so that screen readers announce changes.
  return (
    <div role="status" className="col-span-full empty:hidden">
      {note && <Banner tone="red">{note}</Banner>}
    </div>
  );
}
