/** A noun's saves of this tab that are under way: what is heard of its rows meanwhile may be their own echo, and waits for them. */

export function ownSaves() {
  const underWay = new Set<Promise<unknown>>();
  return {
    /** Gives back the save itself. */
    track<T>(save: Promise<T>): Promise<T> {
      underWay.add(save);
      const over = () => void underWay.delete(save);
      save.then(over, over);
      return save;
    },
    /** When those that are under way now have come to their end, good or bad. */
    async settled(): Promise<void> {
      await Promise.allSettled(underWay);
    },
  };
}
