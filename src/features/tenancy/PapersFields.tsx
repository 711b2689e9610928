import Plus from 'lucide-react/icons/plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useFieldArray, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { Button, IconButton } from '../../web/ui/display/Button.tsx';
import { Checkbox } from '../../web/ui/form/Choices.tsx';
import { DateInput } from '../../web/ui/form/DateInput.tsx';
import { FormField } from '../../web/ui/form/Field.tsx';
import type { FormHandle } from '../../web/ui/form/form.client.ts';
import { MoneyInput, Select, TextInput } from '../../web/ui/form/Inputs.tsx';
import { ARRIVAL_RULE_LABELS, ARRIVAL_RULES, SERVICE_METHOD_LABELS, SERVICE_METHODS } from './papers.ts';
import { DEPOSIT_ITEM_IDS, DEPOSIT_ITEMS } from './rules/prescribed-information.ts';
import type { TenancyForm } from './tenancy.ts';

export type TenancyFormHandle = FormHandle<z.input<typeof TenancyForm>, z.output<typeof TenancyForm>>;
type Props = { form: TenancyFormHandle };

const METHODS = SERVICE_METHODS.map((value) => ({ value, label: SERVICE_METHOD_LABELS[value] }));
const RULES = ARRIVAL_RULES.map((value) => ({ value, label: ARRIVAL_RULE_LABELS[value] }));
const ROW = 'grid grid-cols-2 items-start gap-4 border-t border-line pt-4 max-md:grid-cols-1';

export function ServiceMethods({ form }: Props) {
  const { control } = form.rhf;
  const array = useFieldArray({ control, name: 'serviceMethods', keyName: 'key' });
  const rows = useWatch({ control, name: 'serviceMethods' });
  return (
    <fieldset className="col-span-full flex flex-col gap-4">
      <legend className="sr-only">Serving papers</legend>
      <p className="text-s text-ink-2">
        Copy the rules for notices from the agreement. We use the rule that you choose here to work out when a paper
        counts as received.
      </p>
      {array.fields.map(({ key }, index) => (
        <div key={key} className={ROW}>
          <FormField form={form} name={`serviceMethods.${index}.method`} label="Method">
            <Select options={METHODS} placeholder="Choose a method" />
          </FormField>
          <FormField form={form} name={`serviceMethods.${index}.address`} label="Address or email" optional>
            <TextInput autoComplete="off" />
          </FormField>
          <FormField form={form} name={`serviceMethods.${index}.rule`} label="Counts as received" optional>
            <Select options={RULES} placeholder="The agreement does not say" />
          </FormField>
          {rows[index]?.rule === 'email-before' && (
            <FormField form={form} name={`serviceMethods.${index}.time`} label="Before">
              <TextInput type="time" />
            </FormField>
          )}
          <Button
            size="small"
            icon={Trash2}
            className="col-span-full justify-self-start"
            onClick={() => array.remove(index)}
          >
            Remove method {index + 1}
          </Button>
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => array.append({ method: '', address: '', rule: '', time: '' })}
      >
        Add method
      </Button>
    </fieldset>
  );
}

export function DepositItems({ form }: Props) {
  const ready = useWatch({ control: form.rhf.control, name: 'depositItems' }) ?? [];
  const set = (item: (typeof DEPOSIT_ITEM_IDS)[number], isReady: boolean) =>
    form.rhf.setValue(
      'depositItems',
      DEPOSIT_ITEM_IDS.filter((one) => (one === item ? isReady : ready.includes(one))),
      { shouldDirty: true },
    );
  return (
    <fieldset className="col-span-full flex flex-col gap-2">
      <legend className="mb-2 font-bold">Prescribed information: what you have ready</legend>
      {DEPOSIT_ITEM_IDS.map((item) => (
        <Checkbox
          key={item}
          label={DEPOSIT_ITEMS[item]}
          checked={ready.includes(item)}
          onChange={(event) => set(item, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

export function DepositParts({ form }: Props) {
  const array = useFieldArray({ control: form.rhf.control, name: 'depositParts', keyName: 'key' });
  return (
    <fieldset className="col-span-full flex flex-col gap-4">
      <legend className="mb-2 font-bold">Parts of the deposit received later</legend>
      {array.fields.map(({ key }, index) => (
        <div key={key} className={ROW}>
          <FormField form={form} name={`depositParts.${index}.amount`} label="Amount">
            <MoneyInput />
          </FormField>
          <FormField form={form} name={`depositParts.${index}.received`} label="Received on">
            <DateInput />
          </FormField>
          <FormField form={form} name={`depositParts.${index}.protected`} label="Protected on" optional>
            <DateInput />
          </FormField>
          <FormField form={form} name={`depositParts.${index}.information`} label="Information served on" optional>
            <DateInput />
          </FormField>
          <IconButton icon={Trash2} label={`Remove part ${index + 1}`} onClick={() => array.remove(index)} />
        </div>
      ))}
      <Button
        size="small"
        icon={Plus}
        className="self-start"
        onClick={() => array.append({ amount: '', received: '', protected: '', information: '' })}
      >
        Add part
      </Button>
    </fieldset>
  );
}
