/** The one clock. Arithmetic never reads it: it is told the instant or the day. */
export type Clock = { now(): Date };

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date() };

export type MovableClock = Clock & {
  /** Milliseconds ahead of the machine's time. */
  offset(): number;
  set(offset: number): void;
};

/** A clock that can be moved, so that a developer can watch a trial end. */
export function movableClock(): MovableClock {
  let offset = 0;
  return {
    now: () => new Date(Date.now() + offset),
    offset: () => offset,
    set: (moved) => {
      offset = moved;
    },
  };
}
