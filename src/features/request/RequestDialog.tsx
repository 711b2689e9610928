/** Adds a request at a property or of a tenancy, or changes one. */
import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { addDays, formatDay, isDay } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { useAddForm } from '../../web/records/form/add-form.client.ts';
import { ConflictDialog } from '../../web/records/form/ConflictDialog.tsx';
import { ExistingDialog } from '../../web/records/form/ExistingDialog.tsx';
import { useEditForm } from '../../web/records/form/edit-form.client.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { type Place, requests } from './request.client.ts';
import { REQUEST, Request, TEXTS } from './request.ts';

type Open = { open: boolean; onOpenChange: (open: boolean) => void };

const { form: schema } = REQUEST;

export function RequestAddDialog({ place, open, onOpenChange }: Open & { place: Place }) {
  const { mutateAsync: add } = useMutation(requests.add);
  const { propertyId, tenancyId = null } = place;
  const { form, existing } = useAddForm({
    words: TEXTS,
    schema,
    record: Request,
    start: { ...REQUEST.blank, askedOn: useToday() },
    add: (input, key) => add({ input: { ...input, propertyId, tenancyId }, key }),
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`request:new:${tenancyId ?? propertyId}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.addTitle}
      submit={TEXTS.add}
    >
      <Fields form={form} ofTenancy={tenancyId !== null} />
      <ExistingDialog {...existing} />
    </FormDialog>
  );
}

export function RequestEditDialog({ request, open, onOpenChange }: Open & { request: Request }) {
  const { mutateAsync: change } = useMutation(requests.change);
  const { propertyId, tenancyId } = request;
  const { form, conflict } = useEditForm({
    opened: request,
    record: Request,
    schema,
    toFormValues: (saved) => REQUEST.toForm(saved),
    change: (before, output) => change({ before, input: { ...output, propertyId, tenancyId } }),
    merge: REQUEST.merge,
    thing: TEXTS.one,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`request:${request.id}:${request.version}`}
      open={open}
      onOpenChange={onOpenChange}
      title={TEXTS.editTitle}
      submit={TEXTS.update}
    >
      <Fields form={form} ofTenancy={tenancyId !== null} />
      <ConflictDialog {...conflict} />
    </FormDialog>
  );
}

type Form = FormHandle<z.input<typeof schema>, z.output<typeof schema>>;

/** Kinds that only a tenant can ask for. */
const OF_TENANTS = ['pet', 'alteration'];
/** Source: SI 2020/312, regulation 3: 7 days for a council's request for the electrical report. */
const COUNCIL_DAYS = 7;

function Fields({ form, ofTenancy }: { form: Form; ofTenancy: boolean }) {
  const { what, askedOn, moreAskedOn, repliedOn, lastDay, answer, answeredOn, reason } = REQUEST.shape;
  const [kind, asked] = useWatch({ control: form.rhf.control, name: ['kind', 'askedOn'] });
  const options = REQUEST.shape.kind.options.filter(({ value }) => ofTenancy || !OF_TENANTS.includes(value));
  const letter = { ...lastDay, hint: kind === 'council-report' && isDay(asked) ? letterHint(asked) : lastDay.hint };
  return (
    <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
      <FormFields
        form={form}
        fields={{
          kind: { ...REQUEST.shape.kind, options, wide: true },
          what,
          askedOn,
          ...(kind === 'pet' && { moreAskedOn, repliedOn }),
          ...(['council', 'council-report', 'alteration', 'other'].includes(kind) && { lastDay: letter }),
          answer,
          answeredOn,
          reason,
        }}
      />
    </div>
  );
}

const letterHint = (asked: string) => `By law within ${COUNCIL_DAYS} days: ${formatDay(addDays(asked, COUNCIL_DAYS))}`;
