/**
 * Keyboard shortcuts of the board: N adds, J and K or arrows choose a card, A accepts, B books, D marks as done.
 * A letter that ends an app-wide sequence ('g d', 'a s') belongs to that sequence. 'A' begins such a sequence unless
 * the chosen card can be accepted. Without single-letter shortcuts, only the arrows and the letters of a focused card
 * work.
 */
import type { RefObject } from 'react';
import { landlord } from '../../../web/http/session.client.ts';
import { usePageKeys, useSequences } from '../../../web/ui/table/page-keys.client.ts';

type Handlers = {
  board: RefObject<HTMLElement | null>;
  onAdd: () => void;
  /** Returns whether the card with this id has a move with this key. */
  onMove: (id: string, key: string) => boolean;
};

export function useBoardKeys({ board, onAdd, onMove }: Handlers): void {
  const sequences = useSequences();
  usePageKeys(board, (key, inside) => {
    if (!inside || sequences.ends()) return false;
    const links = [...(board.current?.querySelectorAll<HTMLElement>('[data-repair]') ?? [])];
    const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement));
    const chosen = links[at];
    const letters = landlord()?.keyShortcuts === true;
    const next = STEPS[key];
    if (next !== undefined && (letters || key.startsWith('Arrow'))) {
      const to = links[chosen ? at + next : 0];
      to?.focus();
      return to !== undefined;
    }
    if (key === 'n' && letters) {
      onAdd();
      return true;
    }
    if (chosen && onMove(chosen.dataset.repair ?? '', key)) return true;
    sequences.begins(key);
    return false;
  });
}

const STEPS: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
