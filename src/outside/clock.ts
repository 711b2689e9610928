/** The only source of the current time. Calculations take the instant or the day as an argument. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export type MovableClock = Clock & {
  /** Milliseconds ahead of the system clock. */
  offset(): number;
  set(offset: number): void;
};

/** Creates a clock that a developer can move, for example past a trial. */
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
