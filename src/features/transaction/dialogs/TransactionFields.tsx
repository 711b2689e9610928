/** The fields of a transaction in its dialogs. */
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
import { FileControl } from '../../file/FileField.tsx';
import { PropertyPicker } from '../../property/PropertyPicker.tsx';
import type { PropertyChoice } from '../../property/property.ts';
import { SupplierPicker } from '../../supplier/SupplierPicker.tsx';
import {
  categoryLabel,
  FIELD_LABELS as LABELS,
  OPTIONS_OF_TYPE,
  overdueNote,
  PAID_OPTIONS,
  REFUND_OPTIONS,
  TEXTS,
} from '../labels.ts';
import type { Transaction, TransactionType } from '../transaction.ts';
import { asksAboutRefund, type TransactionFormOutput, type TransactionFormValues } from './form-values.ts';

type FormProps = { form: FormHandle<TransactionFormValues, TransactionFormOutput> };
type CategoryProps = FormProps & {
  type: TransactionType;
  /** The category it was opened with, which an import may have brought. */
  was?: string | undefined;
};
type PropertyProps = FormProps & {
  property: PropertyChoice | null;
  onProperty: (property: PropertyChoice | null) => void;
  /** Names the deleted property it was for. */
  gone?: string | undefined;
};
type EntryProps = CategoryProps &
  PropertyProps & {
    /** The landlord's day. */
    today: string;
    /** Whether a new expense below zero is asked about. */
    asksRefund?: boolean;
  };

const GRID = 'grid grid-cols-2 items-start gap-5 max-md:gap-x-3 max-md:gap-y-4';

export function EntryFields({ form, type, today, was, asksRefund = false, ...property }: EntryProps) {
  return (
    <div className={GRID}>
      <FormField form={form} name="amount" label={LABELS.amount}>
        <TextInput inputMode="decimal" autoComplete="off" className="figures" />
      </FormField>
      <CategoryField form={form} type={type} was={was} />
      {asksRefund && <RefundField form={form} />}
      <FormField form={form} name="description" label={LABELS.description} className="col-span-full">
        <TextInput autoComplete="off" />
      </FormField>
      <PropertyField form={form} {...property} />
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
      {asksAboutRefund({ type, amount }) && (
        <FormChoice form={form} name="refund">
          {(error) => (
            <RadioGroup legend={TEXTS.refund} hint={TEXTS.refundHint} options={REFUND_OPTIONS} error={error} />
          )}
        </FormChoice>
      )}
    </div>
  );
}

export function CategoryField({ form, type, was }: CategoryProps) {
  const offered: readonly { value: string; label: string }[] = OPTIONS_OF_TYPE[type];
  const missing = was !== undefined && offered.every(({ value }) => value !== was);
  return (
    <FormField form={form} name="category" label={LABELS.category}>
      <Select
        options={missing ? [...offered, { value: was, label: categoryLabel(was) }] : offered}
        placeholder={was === undefined ? 'Choose one' : undefined}
      />
    </FormField>
  );
}

export function PropertyField({ form, property, onProperty, gone }: PropertyProps) {
  const propertyId = useWatch({ control: form.rhf.control, name: 'propertyId' });
  return (
    <FormField form={form} name="propertyId" label={LABELS.propertyId} hint={gone} optional className="col-span-full">
      <PropertyPicker
        value={propertyId}
        chosen={property}
        onChange={(chosen) => {
          onProperty(chosen);
          form.rhf.setValue('propertyId', chosen?.id ?? '', { shouldDirty: true, shouldValidate: true });
        }}
      />
    </FormField>
  );
}

type MoreProps = FormProps & { of?: Transaction | undefined; onBusy: (busy: boolean) => void };

/** What few transactions name, folded until one does: supplier, bank account, file. `of` is the transaction that is edited. */
export function MoreFields({ form, of, onBusy }: MoreProps) {
  const supplierId = useWatch({ control: form.rhf.control, name: 'supplierId' });
  return (
    <div className="-mx-6 mt-5 -mb-6 border-t border-line max-md:-mx-4">
      <Disclosure inDialog title={TEXTS.more} startsOpen={Boolean(of?.supplierId || of?.bankAccountId || of?.file)}>
        <div className={GRID}>
          <FormField form={form} name="supplierId" label={LABELS.supplierId} optional className="col-span-full">
            <SupplierPicker
              value={supplierId}
              onChange={(chosen) =>
                form.rhf.setValue('supplierId', chosen?.id ?? '', { shouldDirty: true, shouldValidate: true })
              }
            />
          </FormField>
          {(!of || of.source === 'hand') && <BankAccountField form={form} of={of} />}
          <FileControl form={form} name="file" label={LABELS.file} bucket="transaction-files" onBusy={onBusy} />
        </div>
      </Disclosure>
    </div>
  );
}

function BankAccountField({ form, of }: FormProps & Pick<MoreProps, 'of'>) {
  const { data: accounts = [] } = useBankAccountChoices();
  const options = accounts.map((account) => ({ value: account.id, label: optionOf(account) }));
  const { bankAccountId: was, bankAccount } = of ?? {};
  if (was && bankAccount && options.every(({ value }) => value !== was))
    options.push({ value: was, label: bankAccount });
  if (options.length === 0) return null;
  return (
    // Made again when the accounts have come, as the chosen one is then among the options.
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
  // Always rendered, so that screen readers announce its changes.
  return (
    <div role="status" className="col-span-full empty:hidden">
      {note && <Banner tone="red">{note}</Banner>}
    </div>
  );
}
