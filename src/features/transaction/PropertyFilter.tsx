/** Whose transactions the list shows: of one property, found by typing, or of none. */
import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState } from 'react';
import { api, read } from '../../web/http/api.client.ts';
import { Button } from '../../web/ui/display/Button.tsx';
import { Icon } from '../../web/ui/display/Icon.tsx';
import { Checkbox } from '../../web/ui/form/Checkbox.tsx';
import { Popover } from '../../web/ui/overlay/Popover.tsx';
import { Tally } from '../../web/ui/table/RowCount.tsx';
import { PropertyPicker } from '../property/PropertyPicker.tsx';
import { FIELD_LABELS, WITHOUT_PROPERTY } from './labels.ts';
import { NO_PROPERTY } from './transaction.ts';

type Props = {
  /** An id, or 'none'; undefined for all. */
  property: string | undefined;
  onChange: (property: string | undefined) => void;
};

export function PropertyFilter({ property, onChange }: Props) {
  const [open, setOpen] = useState(false);
  const choose = (next: string | undefined) => {
    setOpen(false);
    onChange(next);
  };
  return (
    <Popover
      around="max-md:flex-[1_1_40%]"
      label={FIELD_LABELS.propertyId}
      open={open}
      onOpenChange={setOpen}
      className="w-[320px]"
      trigger={
        <Button className="w-full font-normal! max-md:justify-between">
          {FIELD_LABELS.propertyId}
          {property !== undefined && <Tally count={1} of="chosen" />}
          <Icon of={ChevronDown} className="text-ink-3" />
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <PropertyPicker
          aria-label="Find a property"
          value={property === undefined || property === NO_PROPERTY ? '' : property}
          onChange={(picked) => (picked ? choose(picked.id) : onChange(undefined))}
        />
        <Checkbox
          label={WITHOUT_PROPERTY}
          checked={property === NO_PROPERTY}
          onChange={(event) => choose(event.target.checked ? NO_PROPERTY : undefined)}
        />
      </div>
    </Popover>
  );
}

/** What the chosen property is called: its address, or 'No property'. */
export function usePropertyName(property: string | undefined): string | undefined {
  const asked = property === NO_PROPERTY ? undefined : property;
  const { data, isPending } = useQuery({
    queryKey: ['properties', 'name', asked],
    queryFn: async ({ signal }) => {
      const { items } = await read(api.properties.choices.$get({ query: { id: asked } }, { init: { signal } }));
      return items[0] ?? null;
    },
    enabled: asked !== undefined,
  });
  if (asked === undefined) return property && WITHOUT_PROPERTY;
  if (data) return `${data.address}, ${data.city}`;
  return isPending ? '…' : 'A property that is no longer there';
}
