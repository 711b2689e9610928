/** Dialog that adds a renewed certificate and keeps the previous one. */
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { z } from 'zod';
import { isDay } from '../../../shared/dates.ts';
import { useToday } from '../../../web/http/session.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { useUploads } from '../../../web/records/form/FormFrame.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { FileControl } from '../../file/FileField.tsx';
import { COMPLIANCE_LABELS } from '../compliance/compliance.ts';
import { properties } from '../property.client.ts';
import type { PropertyRecord } from '../property.ts';
import { expiryAfter, RenewForm, renewalOf, withRenewal } from './renewal.ts';

type Props = {
  property: PropertyRecord;
  /** A compliance item, or the id of another certificate. */
  about: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function RenewCertificate({ property, about, open, onOpenChange }: Props) {
  const today = useToday();
  const { renewalFrequency, complianceItem, name } = renewalOf(about, property.certificates);
  const { mutateAsync: change } = useMutation(properties.change);
  const { uploads, onBusy } = useUploads();
  const form = useZodForm<z.input<typeof RenewForm>, z.output<typeof RenewForm>, PropertyRecord>({
    schema: RenewForm,
    start: { issueDate: today, expirationDate: expiryAfter(today, renewalFrequency), file: null },
    save: (typed) => change({ before: property, input: withRenewal(property, about, typed) }),
    saved: () => onOpenChange(false),
    failed: (error) => (error instanceof Error ? error.message : undefined),
  });
  const issued = form.rhf.watch('issueDate');
  const filled = useRef(expiryAfter(today, renewalFrequency));
  useEffect(() => {
    // The expiry is calculated from the issue date until edited.
    if (!issued || !isDay(issued) || form.rhf.getValues('expirationDate') !== filled.current) return;
    filled.current = expiryAfter(issued, renewalFrequency);
    form.rhf.setValue('expirationDate', filled.current, { shouldDirty: true });
  }, [form, issued, renewalFrequency]);
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
          hint={`Renewed ${renewalFrequency.toLowerCase()}.`}
        >
          <DateInput />
        </FormField>
        <FileControl form={form} name="file" label="File" bucket="property-certificates" onBusy={onBusy} />
      </div>
      <p className="mt-5 text-s text-ink-2">We keep the previous certificate and its file under Certificates.</p>
    </FormDialog>
  );
}
