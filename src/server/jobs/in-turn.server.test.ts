import { expect, it } from 'vitest';
import { inTurn } from './in-turn.server.ts';

it('continues after a failure, and throws the first one at the end', async () => {
  const done: number[] = [];
  const work = async (row: number) => {
    if (row % 2 === 0) throw new Error(`row ${row}`);
    done.push(row);
  };
  await expect(inTurn([1, 2, 3, 4, 5], work)).rejects.toThrow('row 2');
  expect(done).toEqual([1, 3, 5]);
});
