import type { z } from 'zod';
import { RecordAddDialog, RecordEditDialog } from '../../../web/records/form/RecordDialogs.tsx';
import { FormFields } from '../../../web/records/form/RecordForm.tsx';
import { occupiers } from './occupier.client.ts';
import { OCCUPIER, Occupier, OccupierForm, TEXTS } from './occupier.ts';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

const nounOf = (tenancyId: string) => ({
  resource: occupiers,
  texts: TEXTS,
  schema: OccupierForm,
  record: Occupier,
  toForm: OCCUPIER.toForm,
  toInput: (output: z.output<typeof OccupierForm>) => ({ ...output, tenancyId }),
  merge: OCCUPIER.merge,
});

export function OccupierAddDialog({ tenancyId, ...dialog }: Props & { tenancyId: string }) {
  return (
    <RecordAddDialog {...nounOf(tenancyId)} {...dialog} draft={`occupier:new:${tenancyId}`} start={OCCUPIER.blank}>
      {(form) => (
        <>
          <p className="mb-5 text-ink-2">Every adult who lives there without being a tenant, such as a partner.</p>
          <div className="grid gap-5">
            <FormFields form={form} fields={OCCUPIER.shape} />
          </div>
        </>
      )}
    </RecordAddDialog>
  );
}

export function OccupierEditDialog({ occupier, ...dialog }: Props & { occupier: Occupier }) {
  return (
    <RecordEditDialog {...nounOf(occupier.tenancyId)} {...dialog} draft="occupier" opened={occupier}>
      {(form) => (
        <div className="grid gap-5">
          <FormFields form={form} fields={OCCUPIER.shape} />
        </div>
      )}
    </RecordEditDialog>
  );
}
