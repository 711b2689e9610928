/** The one clock. Arithmetic never reads it: it is told the instant or the day. */
export type Clock = { now(): Date };

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be moved, so that a developer can watch a trial end. `offset` is in milliseconds. */
export function movableClock(): Clock & { move(milliseconds: number): void } {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    move: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
