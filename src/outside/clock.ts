/** The only clock. Calculations take the instant or the day as an argument. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

export type MovableClock = Clock & {
  /** Milliseconds ahead of the system clock. */
  offset(): number;
  set(offset: number): void;
};

/** For a developer to watch a trial end. */
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
