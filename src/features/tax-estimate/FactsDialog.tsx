import { yearLabel } from '../../shared/tax-years.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormFields } from '../../web/records/form/RecordForm.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { FACTS } from '../tax/facts.ts';
import { type Person, useSaveFacts } from './estimate.client.ts';
import type { TaxEstimate } from './estimate.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  person: Person;
  estimate: TaxEstimate;
};

const { otherIncome, savings, dividends, lossesBroughtForward, financeBroughtForward, putAside, nation, choice } =
  FACTS.shape;

export function FactsDialog({ open, onOpenChange, person, estimate: { facts, owner } }: Props) {
  const { year } = person;
  const { mutateAsync: save } = useSaveFacts(person);
  const form = useZodForm({
    schema: FACTS.form,
    start: FACTS.toForm(facts),
    save,
    saved: () => onOpenChange(false),
  });
  return (
    <FormDialog
      form={form}
      draft={`tax:estimate:${year}:${owner?.id ?? ''}`}
      open={open}
      onOpenChange={onOpenChange}
      title={`${owner ? `Figures of ${owner.name}` : 'Your figures'} for ${yearLabel(year)}`}
      submit="Save"
    >
      <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
        <FormFields
          form={form}
          fields={{
            otherIncome,
            ...(!owner && { nation: { ...nation, hint: 'Your main home, not your properties' } }),
            savings,
            dividends,
            lossesBroughtForward,
            financeBroughtForward,
            choice,
            putAside,
          }}
        />
      </div>
    </FormDialog>
  );
}
