import { formatPence, penceAsTyped } from '../../shared/money.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { DOMESTIC_ITEM, type DomesticItem } from '../tax/domestic.ts';
import { useSaveDomesticItem } from './year-end.client.ts';

type Props = { item: DomesticItem; open: boolean; onOpenChange: (open: boolean) => void };

const { kind, equivalent, incidental, proceeds } = DOMESTIC_ITEM.shape;

export function DomesticItemDialog({ item: { id, description, cost, facts }, open, onOpenChange }: Props) {
  const { mutateAsync: save } = useSaveDomesticItem();
  const form = useZodForm({
    schema: DOMESTIC_ITEM.form,
    start: facts
      ? DOMESTIC_ITEM.toForm(facts)
      : { kind: 'replacement', equivalent: penceAsTyped(cost), incidental: '0', proceeds: '0' },
    save: (typed) => save({ id, facts: typed }),
    saved: () => onOpenChange(false),
  });
  const isFirst = form.rhf.watch('kind') === 'first';
  return (
    <FormDialog
      form={form}
      draft={`tax:item:${id}`}
      open={open}
      onOpenChange={onOpenChange}
      title={description}
      submit="Save"
    >
      <p className="mb-5 text-ink-2">
        {`It cost ${formatPence(cost)}. You can deduct what a new item like the old one costs, with delivery, less what you received for the old one. The first furniture of a home is not deducted. A fitted item, such as a boiler or a bath, is a repair: move the row to box 25.`}
      </p>
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <FormFields form={form} fields={{ kind, ...(!isFirst && { equivalent, incidental, proceeds }) }} />
      </div>
    </FormDialog>
  );
}
