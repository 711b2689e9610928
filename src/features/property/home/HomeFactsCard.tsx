/** Facts for safety rules in the property form, collapsed until needed. Each may be 'not known'. */
import { useWatch } from 'react-hook-form';
import { FormFields } from '../../../web/records/form/RecordForm.tsx';
import { Card } from '../../../web/ui/display/Card.tsx';
import { Disclosure } from '../../../web/ui/display/Disclosure.tsx';
import { Checkbox } from '../../../web/ui/form/Choices.tsx';
import type { PropertyFormHandle } from '../form/PartRows.tsx';
import { HOME_FACTS, QUESTION_NAMES } from './facts.ts';
import { nationOf } from './nation.ts';

const { shape } = HOME_FACTS;
const { country } = shape;

export function HomeFactsCard({ form }: { form: PropertyFormHandle }) {
  const [postcode, chosen] = useWatch({ control: form.rhf.control, name: ['postalCode', 'country'] });
  // The question is hidden if the postcode decides the country.
  const asksCountry = nationOf(postcode, null) === 'unsure' && (postcode.trim().length >= 5 || Boolean(chosen));
  return (
    <Card className="mt-5 overflow-clip">
      <Disclosure
        title="Facts for safety rules"
        line="Optional. They decide which checks, alarms and licences this home needs."
        errors={form.wrong.filter(({ name }) => name in shape).length}
      >
        <div className="grid grid-cols-2 items-start gap-5 max-md:grid-cols-1">
          {asksCountry && <FormFields form={form} fields={{ country }} />}
          {QUESTION_NAMES.map((name) => (
            <div key={name} className="flex flex-col gap-2">
              <FormFields form={form} fields={{ [name]: shape[name] }} />
              <NotKnown form={form} name={name} />
            </div>
          ))}
        </div>
      </Disclosure>
    </Card>
  );
}

type Props = { form: PropertyFormHandle; name: (typeof QUESTION_NAMES)[number] };

/** Clears the value. A value that is entered later unticks the box. */
function NotKnown({ form: { rhf }, name }: Props) {
  const [value, unknown = []] = useWatch({ control: rhf.control, name: [name, 'unknownFacts'] });
  return (
    <Checkbox
      label="Don’t know"
      aria-label={`Don’t know: ${shape[name].label}`}
      checked={value === '' && unknown.includes(name)}
      onChange={({ currentTarget: { checked } }) => {
        const others = unknown.filter((other) => other !== name);
        rhf.setValue('unknownFacts', checked ? [...others, name] : others, { shouldDirty: true });
        if (checked) rhf.setValue(name, '', { shouldDirty: true });
      }}
    />
  );
}
