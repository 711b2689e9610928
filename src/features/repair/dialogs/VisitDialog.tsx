import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { addDays, formatDay, formatInstantAsTime, londonDay, londonInstant } from '../../../shared/dates.ts';
import { dayField } from '../../../shared/schemas.ts';
import { useLandlord } from '../../../web/http/session.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { Button } from '../../../web/ui/display/Button.tsx';
import { DateInput } from '../../../web/ui/form/DateInput.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { SupplierField } from '../../supplier/SupplierField.tsx';
import { repairs, useMove, usePropose } from '../repair.client.ts';
import { type RepairRecord, validateTimes } from '../repair.ts';
import type { DialogProps, VisitKind } from '../rules/actions.ts';

const time = z.string().regex(/^\d\d:\d\d$/, 'Enter a time');

const visitForm = (now: string) =>
  z
    .object({ supplierId: z.string(), day: dayField('Choose a day'), from: time, until: time })
    .superRefine(({ day, from, until }, context) => {
      const times = { from: londonInstant(day, from), until: londonInstant(day, until) };
      for (const [name, message] of Object.entries(validateTimes(times, new Date(now))))
        context.addIssue({ code: 'custom', path: [name], message });
    });
type VisitForm = ReturnType<typeof visitForm>;

const KINDS = {
  book: { title: 'Book a visit', submit: 'Book visit' },
  propose: { title: 'Propose a time', submit: 'Propose time' },
} as const;

type Props = DialogProps & { kind: VisitKind };

export function VisitDialog({ repair, kind, ...dialog }: Props) {
  const { now } = useLandlord();
  const { mutateAsync: book } = useMove(repair, 'booked');
  const { mutateAsync: propose } = usePropose(repair);
  const { data: record } = useQuery({ ...repairs.byId(repair.id), enabled: dialog.open });
  const { title, submit } = KINDS[kind];
  const was = repair.supplier?.id ?? '';
  const tomorrow = addDays(londonDay(new Date(now)), 1);
  const { bookedFrom, bookedUntil } = repair;
  const form = useZodForm<z.input<VisitForm>, z.output<VisitForm>, RepairRecord>({
    schema: visitForm(now),
    start: {
      supplierId: was,
      day: bookedFrom ? londonDay(new Date(bookedFrom)) : tomorrow,
      from: bookedFrom ? formatInstantAsTime(bookedFrom) : '09:00',
      until: bookedUntil ? formatInstantAsTime(bookedUntil) : '12:00',
    },
    save: ({ supplierId, day, from, until }) => {
      const times = { from: londonInstant(day, from), until: londonInstant(day, until) };
      if (kind === 'propose') return propose(times);
      return book({ ...times, ...(supplierId && supplierId !== was && { supplierId }) });
    },
    saved: () => dialog.onOpenChange(false),
  });
  const set = (name: 'day' | 'from' | 'until', value: string) =>
    form.rhf.setValue(name, value, { shouldDirty: true, shouldValidate: true });
  return (
    <FormDialog {...dialog} form={form} draft={`repair:${repair.id}:${kind}`} title={title} submit={submit}>
      <div className="flex flex-col gap-5">
        <p className="text-ink-2 wrap-anywhere">
          <bdi>{repair.title}</bdi>
        </p>
        {record && record.times.length > 0 && (
          <fieldset className="flex flex-wrap gap-2" data-not-first>
            <legend className="mb-2 text-s text-ink-2">Times that suit the tenant</legend>
            {record.times.map((slot) => (
              <Button
                key={`${slot.day} ${slot.from}`}
                size="small"
                onClick={() => {
                  set('day', slot.day);
                  set('from', slot.from);
                  set('until', slot.until);
                }}
              >
                {`${formatDay(slot.day)}, ${slot.from} to ${slot.until}`}
              </Button>
            ))}
          </fieldset>
        )}
        <div className="grid grid-cols-2 items-start gap-5">
          <FormField form={form} name="day" label="Day" className="col-span-full">
            <DateInput />
          </FormField>
          <FormField form={form} name="from" label="From">
            <TextInput type="time" />
          </FormField>
          <FormField form={form} name="until" label="To">
            <TextInput type="time" />
          </FormField>
          {kind === 'book' && (
            <SupplierField
              form={form}
              name="supplierId"
              hint="Leave this blank if you will visit yourself."
              optional
              className="col-span-full"
            />
          )}
        </div>
      </div>
    </FormDialog>
  );
}
