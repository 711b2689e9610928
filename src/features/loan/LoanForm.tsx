/** /dashboard/tax/loans/add and /edit/$id: the form of a loan with its interest rates. */
import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray } from 'react-hook-form';
import { FieldsCard, type FormOf, type FormPlanOf, RecordAdd, RecordEdit } from '../../web/records/form/RecordForm.tsx';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import { NumberInput } from '../../web/ui/form/Inputs.tsx';
import { PropertyField } from '../property/PropertyField.tsx';
import { TEXTS } from './listed.ts';
import { loans, PATHS } from './loan.client.ts';
import { LOAN, LOAN_FORM } from './loan.ts';

type Form = FormOf<typeof LOAN_FORM>;
const { propertyId, lender, kind, amount, opened, months, fixedUntil, valueWhenLet, capitalAdded } = LOAN.shape;
const TERMS = { propertyId, lender, kind, amount, opened, months, fixedUntil };
const LIMIT = { valueWhenLet, capitalAdded };

const PLAN: FormPlanOf<typeof LOAN_FORM> = {
  ...LOAN_FORM,
  resource: loans,
  texts: TEXTS,
  paths: PATHS,
  opensAdded: true,
  line: ({ lender, property }) => [lender, property].filter(Boolean).join(', '),
  children: ({ form }) => (
    <>
      <FieldsCard
        form={form}
        title={TEXTS.detailTitle}
        fields={TERMS}
        own={{ propertyId: <PropertyField form={form} name="propertyId" className="col-span-full" /> }}
      />
      <Rates form={form} />
      <FieldsCard form={form} title="Limit of the interest" fields={LIMIT} />
    </>
  ),
};

export function LoanAdd() {
  return <RecordAdd {...PLAN} />;
}

export function LoanEdit() {
  return <RecordEdit {...PLAN} />;
}

const BLANK = { from: '', percent: '' };

function Rates({ form }: { form: Form }) {
  const array = useFieldArray({ control: form.rhf.control, name: 'rates', keyName: 'key' });
  return (
    <Card aria-labelledby="rates">
      <CardHead id="rates" title={LOAN.labels.rates} />
      <div className="flex flex-col gap-4 p-5 max-md:p-4">
        <p className="text-s text-ink-2">
          Add a row for each new rate, and keep the earlier ones. The first rate also applies before its date.
        </p>
        <ol aria-label={LOAN.labels.rates} className="flex flex-col gap-4">
          {array.fields.map(({ key }, index) => (
            <li key={key} className="grid grid-cols-[1fr_1fr_auto] items-start gap-4">
              <FormField form={form} name={`rates.${index}.from`} label="From">
                <DateInput />
              </FormField>
              <FormField form={form} name={`rates.${index}.percent`} label="Rate (%)">
                <NumberInput />
              </FormField>
              {array.fields.length > 1 && (
                <IconButton
                  icon={Trash2}
                  label={`Remove rate ${index + 1}`}
                  className="mt-7"
                  onClick={() => array.remove(index)}
                />
              )}
            </li>
          ))}
        </ol>
        <Button size="small" icon={Plus} className="self-start" onClick={() => array.append(BLANK)}>
          Add rate
        </Button>
      </div>
    </Card>
  );
}
