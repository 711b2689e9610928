/** Rooms or items that only the move-in has, with buttons that add them to the move-out. */
import Plus from 'lucide-react/icons/plus';
import { Button } from '../../../web/ui/display/Button.tsx';

type Props<Of> = { label: string; items: readonly Of[]; busy?: boolean; onAdd: (item: Of) => void };

export function OnlyBefore<Of extends { name: string }>({ label, items, busy = false, onAdd }: Props<Of>) {
  if (items.length === 0) return null;
  const placed = items.map((item, place) => ({ item, place })); // names may repeat
  return (
    <section aria-label={label} className="flex flex-col gap-2">
      <p className="text-s text-ink-2">{label}</p>
      <div className="flex flex-wrap gap-2">
        {placed.map(({ item, place }) => (
          <Button
            key={place}
            size="small"
            icon={Plus}
            disabled={busy}
            className="wrap-anywhere"
            onClick={() => onAdd(item)}
          >
            <span className="sr-only">Add </span>
            {item.name}
          </Button>
        ))}
      </div>
    </section>
  );
}
