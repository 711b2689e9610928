import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { useLandlord, useToday } from '../../../web/http/session.client.ts';
import { FormDialog } from '../../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../../web/records/form/RecordForm.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import { FormChoice } from '../../../web/ui/form/Field.tsx';
import { useZodForm } from '../../../web/ui/form/form.client.ts';
import { useAddCheck } from './right-to-rent.client.ts';
import { CHECK, isUnlimited, needsEnd, SHARE_CODE, type Way } from './right-to-rent.ts';

export type Person = { tenantId: string | null; occupierId: string | null; name: string };

type Props = { tenancyId: string; person: Person; open: boolean; onOpenChange: (open: boolean) => void };

const schema = CHECK.form.extend(SHARE_CODE.form.shape);
const { way, checkedOn, checkedBy, leaveEnds, documentEnds } = CHECK.shape;
/** Kinds of check that can give a limited or an unlimited right, so that the landlord enters which. */
const EITHER: readonly string[] = ['share-code'] satisfies Way[];

export function CheckDialog({ tenancyId, person: { name, ...ids }, open, onOpenChange }: Props) {
  const { mutateAsync: add } = useAddCheck();
  const landlord = useLandlord();
  const form = useZodForm<z.input<typeof schema>, z.output<typeof schema>, unknown>({
    schema,
    start: { ...CHECK.blank, ...SHARE_CODE.blank, checkedOn: useToday(), checkedBy: landlord.name },
    save: (input) => add({ ...input, ...ids, tenancyId }),
    saved: () => onOpenChange(false),
  });
  const [chosen, unlimited] = useWatch({ control: form.rhf.control, name: ['way', 'unlimited'] });
  const known = isWay(chosen);
  const hasEnd = known && !isUnlimited({ way: chosen, unlimited: unlimited === true });
  return (
    <FormDialog
      form={form}
      draft={`right-to-rent:${tenancyId}:${ids.tenantId ?? ids.occupierId}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`Right-to-rent check: ${name}`}
      submit="Add check"
    >
      <div className="grid gap-5">
        <FormFields form={form} fields={{ way }} />
        {chosen === 'share-code' && <FormFields form={form} fields={SHARE_CODE.shape} />}
        <FormFields form={form} fields={{ checkedOn, checkedBy }} />
        {EITHER.includes(chosen) && (
          <FormChoice form={form} name="unlimited">
            {(error) => <Checkbox label={CHECK.labels.unlimited} error={error} />}
          </FormChoice>
        )}
        {hasEnd && (
          <FormFields form={form} fields={{ leaveEnds: { ...leaveEnds, optional: !needsEnd(chosen) }, documentEnds }} />
        )}
        <p className="text-s text-ink-2">
          Keep a copy of the papers as a document. Do not enter passport or permit numbers anywhere.
        </p>
      </div>
    </FormDialog>
  );
}

type Chosen = z.input<typeof schema>['way'];
const isWay = (chosen: Chosen): chosen is Way => CHECK.shape.way.options.some(({ value }) => value === chosen);
