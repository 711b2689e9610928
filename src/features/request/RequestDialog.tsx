import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { addDays, formatDay, isDay } from '../../shared/dates.ts';
import { useToday } from '../../web/http/session.client.ts';
import { RecordAddDialog, RecordEditDialog } from '../../web/records/form/RecordDialogs.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { type Place, requests } from './request.client.ts';
import { REQUEST, Request, TEXTS } from './request.ts';
import { COUNCIL_DAYS } from './rules/answer-by.ts';

type Open = { open: boolean; onOpenChange: (open: boolean) => void };

const { form: schema } = REQUEST;

const nounOf = ({ propertyId, tenancyId = null }: Pick<Request, 'propertyId'> & { tenancyId?: string | null }) => ({
  resource: requests,
  texts: TEXTS,
  schema,
  record: Request,
  toForm: REQUEST.toForm,
  toInput: (output: z.output<typeof schema>) => ({ ...output, propertyId, tenancyId }),
  merge: REQUEST.merge,
});

export function RequestAddDialog({ place, ...dialog }: Open & { place: Place }) {
  const { propertyId, tenancyId } = place;
  const start = { ...REQUEST.blank, askedOn: useToday() };
  return (
    <RecordAddDialog {...nounOf(place)} {...dialog} draft={`request:new:${tenancyId ?? propertyId}`} start={start}>
      {(form) => <Fields form={form} ofTenancy={Boolean(tenancyId)} />}
    </RecordAddDialog>
  );
}

export function RequestEditDialog({ request, ...dialog }: Open & { request: Request }) {
  return (
    <RecordEditDialog {...nounOf(request)} {...dialog} draft="request" opened={request}>
      {(form) => <Fields form={form} ofTenancy={request.tenancyId !== null} />}
    </RecordEditDialog>
  );
}

type Form = FormHandle<z.input<typeof schema>, z.output<typeof schema>>;

const TENANT_KINDS = ['pet', 'alteration'];

function Fields({ form, ofTenancy }: { form: Form; ofTenancy: boolean }) {
  const { what, askedOn, moreAskedOn, repliedOn, lastDay, answer, answeredOn, reason } = REQUEST.shape;
  const [kind, askedDay] = useWatch({ control: form.rhf.control, name: ['kind', 'askedOn'] });
  const options = REQUEST.shape.kind.options.filter(({ value }) => ofTenancy || !TENANT_KINDS.includes(value));
  const letter = {
    ...lastDay,
    hint: kind === 'council-report' && isDay(askedDay) ? letterHint(askedDay) : lastDay.hint,
  };
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

const letterHint = (askedDay: string) =>
  `By law within ${COUNCIL_DAYS} days: ${formatDay(addDays(askedDay, COUNCIL_DAYS))}`;
