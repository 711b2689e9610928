/** In the form of a supplier: the properties that it looks after, each with a button that takes it off, and a search field for more. */
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { Card, CardHead } from '../../web/ui/display/Card.tsx';
import { IconButton } from '../../web/ui/display/IconButton.tsx';
import { FormField } from '../../web/ui/form/FormField.tsx';
import { FirstRows } from '../../web/ui/table/FirstRows.tsx';
import { Row } from '../../web/ui/table/Rows.tsx';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import type { PropertyChoice } from '../property/property.ts';
import type { SupplierFormHandle } from './form-handle.client.ts';
import { propertiesLine, SERVICED } from './labels.ts';

export function PropertyLinks({ form }: { form: SupplierFormHandle }) {
  const names = ['servicedProperties', 'addedProperties', 'removedProperties'] as const;
  const [serviced, added, removed] = useWatch({ control: form.rhf.control, name: names });
  const linked = [...serviced.filter(({ id }) => !removed.includes(id)), ...added];
  const list = useRef<HTMLDivElement>(null);

  const setAdded = (value: typeof added) => form.rhf.setValue('addedProperties', value, CHANGED);
  const setRemoved = (value: typeof removed) => form.rhf.setValue('removedProperties', value, CHANGED);
  const link = (property: PropertyChoice | null) => {
    if (!property || linked.some(({ id }) => id === property.id)) return;
    const { id, address, city } = property;
    if (removed.includes(id)) setRemoved(removed.filter((one) => one !== id));
    else setAdded([...added, { id, address, city }]);
  };
  const unlink = (id: string) => {
    const place = linked.findIndex((one) => one.id === id);
    if (added.some((one) => one.id === id)) setAdded(added.filter((one) => one.id !== id));
    else setRemoved([...removed, id]);
    // The button that had the focus is gone: the next one takes it, else the one before, else the search field.
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLElement>('li button');
      const next = buttons?.[Math.min(place, buttons.length - 1)];
      if (next) next.focus();
      else form.focus('addedProperties');
    });
  };

  return (
    <Card aria-labelledby="serviced">
      <CardHead id="serviced" title={SERVICED}>
        <output>{linked.length > 0 && propertiesLine({ properties: linked.length })}</output>
      </CardHead>
      {linked.length > 0 && (
        <div ref={list} className="border-b border-line">
          <FirstRows label={SERVICED} items={linked}>
            {({ id, address, city }) => (
              <Row
                key={id}
                line={city}
                end={<IconButton icon={X} label={`Unlink ${address}`} onClick={() => unlink(id)} />}
              >
                <bdi>{address}</bdi>
              </Row>
            )}
          </FirstRows>
        </div>
      )}
      <div className="p-5 max-md:p-4">
        <FormField form={form} name="addedProperties" label="Link a property" optional>
          <PropertyPicker value="" onChange={link} leftOut={linked.map(({ id }) => id)} />
        </FormField>
      </div>
    </Card>
  );
}

const CHANGED = { shouldDirty: true, shouldValidate: true } as const;
