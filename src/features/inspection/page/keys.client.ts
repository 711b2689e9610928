/**
 * Keyboard shortcuts of an open room: J and K or arrows choose an item, 1 to 4 set its condition, C toggles whether it
 * is clean. P adds photos, R a repair, N an item. Letters need the setting for single-letter shortcuts.
 */
import type { RefObject } from 'react';
import { landlord } from '../../../web/http/session.client.ts';
import { usePageKeys, useSequences } from '../../../web/ui/table/page-keys.client.ts';
import { CONDITIONS, type Condition } from '../listed.ts';

type Handlers = {
  room: RefObject<HTMLElement | null>;
  onCondition: (itemId: string, condition: Condition) => void;
  onClean: (itemId: string) => void;
};

export function useRoomKeys({ room, onCondition, onClean }: Handlers): void {
  const sequences = useSequences();
  usePageKeys(room, (key, inside) => {
    if (!inside || sequences.ends()) return false;
    const all = [...(room.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
    const at = all.findIndex((item) => item.contains(document.activeElement));
    const chosen = all[at];
    const letters = landlord()?.keyShortcuts === true;
    const step = STEPS[key];
    if (step !== undefined && (letters || key.startsWith('Arrow'))) {
      const to = all[chosen ? at + step : 0];
      to?.focus();
      to?.scrollIntoView({ block: 'nearest' });
      return to !== undefined;
    }
    const condition = CONDITIONS[Number(key) - 1];
    const id = chosen?.dataset.item ?? '';
    if (chosen && condition) {
      onCondition(id, condition);
      return true;
    }
    if (letters && chosen && key === 'c') {
      onClean(id);
      return true;
    }
    if (letters && key === 'n') return press(room.current, 'add', 'focus');
    if (letters && chosen && (key === 'p' || key === 'r'))
      return press(chosen, key === 'p' ? 'photo' : 'repair', 'click');
    sequences.begins(key);
    return false;
  });
}

const STEPS: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

function press(within: HTMLElement | null, name: string, how: 'click' | 'focus'): boolean {
  const control = within?.querySelector<HTMLElement>(`[data-key=${name}]`);
  control?.[how]();
  return Boolean(control);
}
