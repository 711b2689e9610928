import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { useToday } from '../../../web/http/session.client.ts';
import { FieldsCard, type FormPlanOf, RecordAdd, RecordEdit } from '../../../web/records/form/RecordForm.tsx';
import { TabPanel } from '../../../web/ui/display/Tabs.tsx';
import { FormField } from '../../../web/ui/form/Field.tsx';
import { TextInput } from '../../../web/ui/form/Inputs.tsx';
import { PhotoControl } from '../../file/FileField.tsx';
import { GUARANTOR_FIELDS } from '../../guarantor/guarantor.ts';
import { HomeFactsCard } from '../home/HomeFactsCard.tsx';
import { normalisePostcode, postcodeHint } from '../home/postcode.ts';
import { placeLine, TEXTS } from '../listed.ts';
import { PATHS, properties } from '../property.client.ts';
import { PROPERTY } from '../property.ts';
import { ComplianceChecklist } from './ComplianceChecklist.tsx';
import { mergeProperties, overwrite } from './conflict.ts';
import { Certificates, Invoices } from './DocumentFields.tsx';
import { fieldFor, PROPERTY_FORM } from './form.ts';
import type { PartProps, PropertyFormHandle } from './PartRows.tsx';

const PLAN: FormPlanOf<typeof PROPERTY_FORM> = {
  ...PROPERTY_FORM,
  merge: mergeProperties,
  overwrite,
  resource: properties,
  texts: TEXTS,
  paths: PATHS,
  opensAdded: true,
  line: (property) => `${property.address}, ${placeLine(property)}`,
  children: (parts) => <Panels {...parts} />,
};

export function PropertyAdd() {
  return <RecordAdd {...PLAN} />;
}

export function PropertyEdit() {
  return <RecordEdit {...PLAN} />;
}

const { imageUrl, keyType, keyCode, keysAmount, ...others } = PROPERTY.shape;
const { address, city, postalCode, propertyType, status, bedrooms, bathrooms, rent, description } = others;
const BASIC = { imageUrl, address, city, postalCode, propertyType, status, bedrooms, bathrooms, rent, description };
const KEYS = { keyType, keyCode, keysAmount };

function Panels({ form, onBusy }: PartProps) {
  const today = useToday();
  const { item } = useSearch({ strict: false });
  const opened = useRef(false);
  useEffect(() => {
    const field = item && !opened.current && fieldFor(form.rhf.getValues(), item);
    opened.current = true;
    if (field) form.focus(field);
  }, [form, item]);
  return (
    <>
      <TabPanel value="basic-details" keep>
        <FieldsCard
          form={form}
          title="Basic Details"
          fields={BASIC}
          own={{
            imageUrl: (
              <PhotoControl form={form} name="imageUrl" label="Photo" bucket="property_images" onBusy={onBusy} />
            ),
            postalCode: <PostalCode form={form} />,
          }}
        />
        <HomeFactsCard form={form} />
      </TabPanel>
      <TabPanel value="keys" keep>
        <FieldsCard form={form} title="Keys" fields={KEYS} />
      </TabPanel>
      <TabPanel value="guarantor" keep>
        <FieldsCard form={form} title="Guarantor" fields={GUARANTOR_FIELDS} />
      </TabPanel>
      <TabPanel value="certificates" keep>
        <Certificates form={form} onBusy={onBusy} today={today} />
      </TabPanel>
      <TabPanel value="compliance" keep>
        <ComplianceChecklist form={form} today={today} />
      </TabPanel>
      <TabPanel value="invoices" keep>
        <Invoices form={form} onBusy={onBusy} />
      </TabPanel>
    </>
  );
}

/** Formats the postcode on blur, with a hint if it is not a UK postcode. */
function PostalCode({ form }: { form: PropertyFormHandle }) {
  const typed = useWatch({ control: form.rhf.control, name: 'postalCode' });
  return (
    <FormField form={form} name="postalCode" label={postalCode.label} hint={postcodeHint(typed)}>
      <TextInput
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onBlur={({ currentTarget: { value } }) => {
          const code = normalisePostcode(value);
          if (code !== value) form.rhf.setValue('postalCode', code, { shouldDirty: true });
        }}
      />
    </FormField>
  );
}
