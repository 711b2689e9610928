import { useCallback, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatDay, isDay } from '../../../shared/dates.ts';
import { formatPence, parsePounds } from '../../../shared/money.ts';
import { FormFields } from '../../../web/records/form/RecordForm.tsx';
import { Badge, StatusState } from '../../../web/ui/display/Badge.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { COMPLIANCE_LABELS } from '../../compliance/compliance.ts';
import { standing } from '../../compliance/marks.ts';
import { FileControl } from '../../file/FileField.tsx';
import {
  CERTIFICATE,
  certificateTitle,
  ELECTRICAL_FIELDS,
  INVOICE,
  type InvoiceFormValues,
  invoiceTitle,
  isElectricalReport,
  itemNamed,
  USUAL_FREQUENCY,
} from '../documents.ts';
import { type PartProps, PartRows, RowDisclosure, type RowProps, type Today } from './PartRows.tsx';

export function Certificates({ today, ...props }: PartProps & Today) {
  return (
    <PartRows
      {...props}
      part="certificates"
      removedIn="removedCertificates"
      title="Certificates"
      add="Add Certificate"
      empty={{
        title: 'No certificates yet',
        words: 'Add the gas safety record, EPC and electrical report with their dates and files.',
      }}
      blank={CERTIFICATE.blank}
      first="name"
      titleOf={certificateTitle}
      also={({ complianceItem }) =>
        complianceItem ? `This also removes the expiry date from ${COMPLIANCE_LABELS[complianceItem]}.` : undefined
      }
    >
      {(row) => <CertificateRow {...row} today={today} />}
    </PartRows>
  );
}

const { name, issueDate, expirationDate, complianceItem, ...more } = CERTIFICATE.shape;
const ALL_FIELDS = { name, issueDate, expirationDate, complianceItem, ...more };
const { outcome, workDue, workDone, confirmedToTenant, confirmedToCouncil, ...CERTIFICATE_FIELDS } = ALL_FIELDS;
const ELECTRICAL = { ...CERTIFICATE_FIELDS, outcome, workDue, workDone, confirmedToTenant, confirmedToCouncil };

function CertificateRow({ form, onBusy, today, index, fresh, onRemove }: RowProps & Today) {
  const row = `certificates.${index}` as const;
  const values = useWatch({ control: form.rhf.control, name: row });
  const { name, expirationDate, file, complianceItem = null, replacedBy } = values;
  const isElectrical = isElectricalReport({ name, complianceItem }) || ELECTRICAL_FIELDS.some((field) => values[field]);
  return (
    <RowDisclosure
      form={form}
      row={row}
      title={name.trim() || (fresh ? 'New certificate' : 'Certificate without a name')}
      line={file && <bdi>{file.name}</bdi>}
      end={replacedBy ? <Badge>Earlier</Badge> : <Expiry day={expirationDate} today={today} />}
      name={name.trim() || 'this certificate'}
      fresh={fresh}
      onRemove={onRemove}
    >
      <FormFields
        form={form}
        at={`${row}.`}
        fields={isElectrical ? ELECTRICAL : CERTIFICATE_FIELDS}
        own={{
          complianceItem: <ComplianceOffer form={form} index={index} fresh={fresh} />,
          file: (
            <FileControl form={form} name={`${row}.file`} label="File" bucket="property-certificates" onBusy={onBusy} />
          ),
        }}
      />
    </RowDisclosure>
  );
}

const STATES = {
  valid: { state: 'good', words: 'Expires' },
  expiring: { state: 'soon', words: 'Expires' },
  expired: { state: 'bad', words: 'Expired' },
} as const;

function Expiry({ day, today }: Today & { day: string | null | undefined }) {
  if (!day || !isDay(day)) return <StatusState state="missing">No expiry date</StatusState>;
  const { state, words } = STATES[standing(day, today)];
  return <StatusState state={state}>{`${words} ${formatDay(day)}`}</StatusState>;
}

/**
 * Suggests using the certificate's expiry date for the compliance item in its name, selected by default for a new
 * certificate. Renaming the certificate keeps the link, with a hint.
 */
function ComplianceOffer({ form: { rhf }, index, fresh }: Pick<RowProps, 'form' | 'index' | 'fresh'>) {
  const [name, linked] = useWatch({
    control: rhf.control,
    name: [`certificates.${index}.name`, `certificates.${index}.complianceItem`],
  });
  const [lastLinked, setLastLinked] = useState(linked); // offered again after the certificate was renamed and unlinked
  const named = itemNamed(name);
  const hasDecided = useRef(!fresh || name !== '');
  /** The renewal frequency of the name, until another is chosen. */
  const suggested = useRef<string>(CERTIFICATE.blank.renewalFrequency);
  const link = useCallback(
    (item: typeof linked) => rhf.setValue(`certificates.${index}.complianceItem`, item, { shouldDirty: true }),
    [rhf, index],
  );
  useEffect(() => {
    if (hasDecided.current) return;
    link(named ?? null);
    const field = `certificates.${index}.renewalFrequency` as const;
    if (rhf.getValues(field) !== suggested.current) return;
    suggested.current = named ? USUAL_FREQUENCY[named] : CERTIFICATE.blank.renewalFrequency;
    rhf.setValue(field, suggested.current, { shouldDirty: true });
  }, [named, link, rhf, index]);
  const item = linked ?? named ?? lastLinked;
  if (!item) return null;
  const label = COMPLIANCE_LABELS[item];
  return (
    <Checkbox
      className="col-span-full"
      label={`Use its expiry date for ${label}`}
      hint={
        linked && linked !== named
          ? `The certificate’s name does not mention ${label}. Untick this to stop using its date.`
          : undefined
      }
      checked={linked !== null && linked !== undefined}
      onChange={({ currentTarget: { checked } }) => {
        hasDecided.current = true;
        setLastLinked(item);
        link(checked ? item : null);
      }}
    />
  );
}

export function Invoices(props: PartProps) {
  return (
    <PartRows
      {...props}
      part="invoices"
      removedIn="removedInvoices"
      title="Invoices"
      add="Add Invoice"
      empty={{ title: 'No invoices yet', words: 'Add amounts you paid for this property, with their invoices.' }}
      blank={INVOICE.blank}
      first="invoiceDate"
      titleOf={typedTitle}
    >
      {(row) => <InvoiceRow {...row} />}
    </PartRows>
  );
}

function typedTitle({ description = '', invoiceDate, amount }: InvoiceFormValues): string {
  const money = parsePounds(amount);
  return invoiceTitle({
    description: description.trim(),
    invoiceDate: invoiceDate && isDay(invoiceDate) ? invoiceDate : null,
    amount: money.ok ? money.pence : null,
  });
}

function InvoiceRow({ form, onBusy, index, fresh, onRemove }: RowProps) {
  const row = `invoices.${index}` as const;
  const { invoiceDate, amount, description, file } = useWatch({ control: form.rhf.control, name: row });
  const title = description?.trim() || 'Invoice';
  const day = invoiceDate && isDay(invoiceDate) ? formatDay(invoiceDate) : undefined;
  const money = parsePounds(amount);
  return (
    <RowDisclosure
      form={form}
      row={row}
      title={title}
      line={[day, file?.name].filter(Boolean).join(' · ')}
      end={money.ok && <span className="figures">{formatPence(money.pence)}</span>}
      name={title}
      fresh={fresh}
      onRemove={onRemove}
    >
      <FormFields
        form={form}
        at={`${row}.`}
        fields={INVOICE.shape}
        own={{
          file: (
            <FileControl form={form} name={`${row}.file`} label="File" bucket="property-invoices" onBusy={onBusy} />
          ),
        }}
      />
    </RowDisclosure>
  );
}
