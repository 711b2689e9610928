/** Which categories the list shows: a checklist behind a button that counts what is chosen. */
import ChevronDown from 'lucide-react/icons/chevron-down';
import { Button } from '../../web/ui/display/Button.tsx';
import { Icon } from '../../web/ui/display/Icon.tsx';
import { Checkbox } from '../../web/ui/form/Checkbox.tsx';
import { Popover } from '../../web/ui/overlay/Popover.tsx';
import { Tally } from '../../web/ui/table/RowCount.tsx';
import { categoryLabel } from './category.ts';
import { FIELD_LABELS } from './labels.ts';
import { useSummary } from './queries.client.ts';
import { CATEGORIES } from './transaction.ts';

type Props = { chosen: readonly string[]; onChange: (chosen: string[]) => void };

export function CategoryChecklist({ chosen, onChange }: Props) {
  const offered = useOfferedCategories(chosen);
  const toggle = (category: string, on: boolean) =>
    onChange(offered.filter((one) => (one === category ? on : chosen.includes(one))));
  return (
    <Popover
      around="max-md:flex-[1_1_40%]"
      label={FIELD_LABELS.category}
      trigger={
        <Button className="w-full font-normal! max-md:justify-between">
          {FIELD_LABELS.category}
          {chosen.length > 0 && <Tally count={chosen.length} of="chosen" />}
          <Icon of={ChevronDown} className="text-ink-3" />
        </Button>
      }
    >
      <fieldset className="flex flex-col gap-3 max-md:gap-0">
        <legend className="sr-only">{FIELD_LABELS.category}</legend>
        {offered.map((category) => (
          <Checkbox
            key={category}
            label={categoryLabel(category)}
            checked={chosen.includes(category)}
            onChange={(event) => toggle(category, event.target.checked)}
          />
        ))}
      </fieldset>
      <Button size="small" wide className="mt-4" disabled={chosen.length === 0} onClick={() => onChange([])}>
        Clear Filters
      </Button>
    </Popover>
  );
}

/** Ours, then by name whatever else an import has brought or the address asks for. */
export function useOfferedCategories(chosen: readonly string[]): string[] {
  const { data } = useSummary();
  const others = new Set([...(data?.categories ?? []), ...chosen]);
  for (const category of CATEGORIES) others.delete(category);
  return [...CATEGORIES, ...[...others].sort((a, b) => a.localeCompare(b, 'en-GB'))];
}
