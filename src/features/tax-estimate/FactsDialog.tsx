import { yearLabel } from '../../shared/tax-years.ts';
import { FormDialog } from '../../web/records/form/FormDialog.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { useZodForm } from '../../web/ui/form/form.client.ts';
import { MoneyInput, Select } from '../../web/ui/form/Inputs.tsx';
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
        <FormField form={form} name="otherIncome" label={otherIncome.label} hint={otherIncome.hint}>
          <MoneyInput />
        </FormField>
        {!owner && (
          <FormField form={form} name="nation" label={nation.label} hint="Your main home, not your properties">
            <Select options={nation.options} />
          </FormField>
        )}
        <FormField form={form} name="savings" label={savings.label}>
          <MoneyInput />
        </FormField>
        <FormField form={form} name="dividends" label={dividends.label}>
          <MoneyInput />
        </FormField>
        <FormField
          form={form}
          name="lossesBroughtForward"
          label={lossesBroughtForward.label}
          hint={lossesBroughtForward.hint}
        >
          <MoneyInput />
        </FormField>
        <FormField
          form={form}
          name="financeBroughtForward"
          label={financeBroughtForward.label}
          hint={financeBroughtForward.hint}
        >
          <MoneyInput />
        </FormField>
        <FormField form={form} name="choice" label={choice.label}>
          <Select options={choice.options} />
        </FormField>
        <FormField form={form} name="putAside" label={putAside.label}>
          <MoneyInput />
        </FormField>
      </div>
    </FormDialog>
  );
}
