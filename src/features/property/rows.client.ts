/** Rows of the property form that can be added, removed, and brought back until it is saved. */
import { useState } from 'react';

type Kept = { id?: string | undefined };

type Given<Row extends Kept> = {
  /** The rows as the form was filled with them: their order is the one a row comes back to. */
  saved: readonly Row[];
  /** The rows as they stand in the form. */
  rows: () => readonly Row[];
  insert: (index: number, row: Row) => void;
  remove: (index: number) => void;
  /** Ids of saved rows that the next save takes away. */
  removedIds: readonly string[];
  setRemovedIds: (ids: string[]) => void;
  /** Whether nothing was entered into a row, so that it goes without a word. */
  isBlank: (row: Row) => boolean;
};

type RemovedRow<Row> = { row: Row /** Was taken away just now: its Undo takes the focus. */; fresh: boolean };

export function useRemovedRows<Row extends Kept>(given: Given<Row>) {
  const { saved, rows, insert, remove, removedIds, setRemovedIds, isBlank } = given;
  /** As they were when they were taken away, with what was typed into them. */
  const [taken, setTaken] = useState<readonly Row[]>([]);
  const [last, setLast] = useState<Row>();

  const gone = removedIds.flatMap((id) => [...taken, ...saved].find((row) => row.id === id) ?? []);
  const removed = [...gone, ...taken.filter(({ id }) => id === undefined)].map(
    (row): RemovedRow<Row> => ({ row, fresh: row === last }),
  );

  const takeAway = (index: number) => {
    const row = rows()[index];
    if (!row) return;
    remove(index);
    if (row.id !== undefined) setRemovedIds([...removedIds, row.id]);
    if (row.id === undefined && isBlank(row)) return;
    setLast(row);
    setTaken((before) => [...before, row]);
  };
  /** Returns where it stands again. */
  const bringBack = (row: Row): number => {
    const order = (one: Row) => saved.findIndex(({ id }) => id !== undefined && id === one.id);
    const now = rows();
    const follower = order(row) < 0 ? -1 : now.findIndex((one) => order(one) < 0 || order(one) > order(row));
    const index = follower < 0 ? now.length : follower;
    insert(index, row);
    setRemovedIds(removedIds.filter((id) => id !== row.id));
    setTaken((before) => before.filter((one) => one !== row && (row.id === undefined || one.id !== row.id)));
    return index;
  };
  return { removed, takeAway, bringBack };
}
