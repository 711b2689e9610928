import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { formatDay, isDay } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { ConflictDialog } from '../../web/records/form/ConflictDialog.tsx';
import { useEditForm } from '../../web/records/form/edit-form.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { useUploads } from '../../web/records/form/FormFrame.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { FileControl } from '../file/FileField.tsx';
import { CERTIFICATE } from '../property/documents.ts';
import { outsideEngland } from '../property/home/nation.ts';
import { TEXTS } from '../property/listed.ts';
import { properties } from '../property/property.client.ts';
import { PropertyRecord } from '../property/property.ts';
import {
  atOwnFields,
  copyDue,
  GAS_NEXT_SOURCE,
  mergeRenewals,
  RenewForm,
  renewalOf,
  suggestedExpiry,
  withRenewal,
} from './renewal.ts';

type Props = {
  property: PropertyRecord;
  /** A compliance item, or the id of another certificate. */
  about: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

const { outcome, workDue } = CERTIFICATE.shape;

export function RenewCertificate({ property: latest, about, open, onOpenChange }: Props) {
  const today = useToday();
  // Live changes are ignored, so that another person's renewal is a conflict.
  const [property] = useState(latest);
  const { certificates } = property;
  const { renewalFrequency, complianceItem, name } = renewalOf(about, certificates);
  const { mutateAsync: change } = useMutation(properties.change);
  const { uploads, onBusy } = useUploads();
  const { form, conflict } = useEditForm<z.input<typeof RenewForm>, z.output<typeof RenewForm>, PropertyRecord>({
    opened: property,
    record: PropertyRecord,
    schema: RenewForm,
    toFormValues: () => ({
      issueDate: today,
      expirationDate: suggestedExpiry(about, certificates, today),
      file: null,
      outcome: '',
      workDue: '',
    }),
    change: async (before, typed) => {
      if ('kept' in typed) return before;
      return change({ before, input: withRenewal(before, about, typed) }).catch((error: unknown) => {
        throw atOwnFields(error);
      });
    },
    merge: (versions) => mergeRenewals(about, versions),
    thing: TEXTS.one,
    saved: () => onOpenChange(false),
  });
  const issued = form.rhf.watch('issueDate');
  const filled = useRef(suggestedExpiry(about, certificates, today));
  useEffect(() => {
    // The expiry is calculated from the issue date until edited.
    if (!issued || !isDay(issued) || form.rhf.getValues('expirationDate') !== filled.current) return;
    filled.current = suggestedExpiry(about, certificates, issued);
    form.rhf.setValue('expirationDate', filled.current, { shouldDirty: true });
  }, [form, issued, about, certificates]);
  const isEnglish = !outsideEngland({ propertyPostcode: property.postalCode, propertyCountry: property.country });
  const copy = isEnglish && issued && isDay(issued) ? copyDue(complianceItem, issued) : undefined;
  return (
    <FormDialog
      form={form}
      draft={`property:renew:${property.id}:${about}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`Renew ${complianceItem ? COMPLIANCE_LABELS[complianceItem] : name}`}
      submit="Add certificate"
      uploads={uploads}
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <FormField form={form} name="issueDate" label="Issue date" optional>
          <DateInput />
        </FormField>
        <FormField
          form={form}
          name="expirationDate"
          label="Expiry date"
          hint={
            complianceItem === 'gasSafety' && isEnglish ? (
              <>
                Renewed {renewalFrequency.toLowerCase()}. If you check in the last two months, the expiry day stays the
                same.{' '}
                <a href={GAS_NEXT_SOURCE.link} target="_blank" rel="noopener">
                  Rule
                </a>
              </>
            ) : (
              `Renewed ${renewalFrequency.toLowerCase()}.`
            )
          }
        >
          <DateInput />
        </FormField>
        {complianceItem === 'electricalSafety' && <FormFields form={form} fields={{ outcome, workDue }} />}
        <FileControl form={form} name="file" label="File" bucket="property-certificates" onBusy={onBusy} />
      </div>
      {copy && (
        <p className="mt-5 text-s text-ink-2">
          In England, tenants who live there need a copy by {formatDay(copy.day)}.{' '}
          <a href={copy.source.link} target="_blank" rel="noopener">
            {copy.source.name}
          </a>
        </p>
      )}
      <p className="mt-5 text-s text-ink-2">We keep the previous certificate and its file under Earlier.</p>
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}
