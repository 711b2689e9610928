import { describe, expect, it } from 'vitest';
import { fairSemaphore } from './fair-semaphore.server.ts';

/** Returns a semaphore that shows which requests have a slot, and can release them. */
function observedSemaphore(options: Parameters<typeof fairSemaphore>[0]) {
  const { enter } = fairSemaphore(options);
  const here: { name: string; leave: () => void }[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    enter: (name: string, { most = 9, signal = new AbortController().signal } = {}) => {
      const entered = enter({ owner: name.slice(0, 3), most, signal });
      entered.then((leave) => here.push({ name, leave })).catch(() => {});
      return entered;
    },
    async inside() {
      await settled();
      return here.map(({ name }) => name);
    },
    leave(name: string) {
      const [left] = here.splice(
        here.findIndex((one) => one.name === name),
        1,
      );
      left?.leave();
    },
  };
}

describe('slots of the fair semaphore', () => {
  it('alternate between landlords when one has many requests queued', async () => {
    const { enter, inside, leave } = observedSemaphore({ slots: 1 });
    for (const name of ['ada 1', 'ada 2', 'ada 3', 'ada 4', 'bob 1', 'bob 2', 'eve 1']) void enter(name);
    const order: string[] = [];
    for (let [name] = await inside(); name; [name] = await inside()) {
      order.push(name);
      leave(name);
    }
    expect(order).toEqual(['ada 1', 'ada 2', 'bob 1', 'eve 1', 'ada 3', 'bob 2', 'ada 4']);
  });

  it('stay free for others beyond one owner’s maximum', async () => {
    const { enter, inside, leave } = observedSemaphore({ slots: 2 });
    for (const name of ['ada 1', 'ada 2', 'bob 1', 'bob 2']) void enter(name, { most: 1 });
    expect(await inside()).toEqual(['ada 1', 'bob 1']);
    leave('bob 1');
    expect(await inside()).toEqual(['ada 1', 'bob 2']);
  });

  it('skip an aborted request', async () => {
    const { enter, inside, leave } = observedSemaphore({ slots: 1 });
    const going = new AbortController();
    void enter('ada 1');
    const gone = enter('ada 2', { signal: going.signal });
    void enter('ada 3');
    going.abort();
    await expect(gone).rejects.toMatchObject({ code: 'bad_request' });
    await expect(enter('bob 1', { signal: going.signal })).rejects.toMatchObject({ code: 'bad_request' });
    leave('ada 1');
    expect(await inside()).toEqual(['ada 3']);
    leave('ada 3');
    expect(await inside()).toEqual([]);
  });

  it('are refused only to an owner with a full queue', async () => {
    const { enter, inside, leave } = observedSemaphore({ slots: 1, maxPerOwner: 2 });
    void enter('ada 1');
    void enter('ada 2');
    await expect(enter('ada 3')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 5 } });
    void enter('bob 1');
    expect(await inside()).toEqual(['ada 1']);
    leave('ada 1');
    expect(await inside()).toEqual(['ada 2']);
    void enter('ada 3');
    leave('ada 2');
    expect(await inside()).toEqual(['bob 1']);
  });
});
