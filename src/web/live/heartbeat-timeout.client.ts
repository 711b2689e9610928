/** Noticing that something which speaks every 15 seconds has fallen silent. */

/** Milliseconds without a word: two have been missed, and the third is late. */
const SILENCE = 40_000;
const LOOK = 5_000;

/**
 * Calls `silent` while nothing is heard for 40 seconds. It goes by the clock: a machine that slept, or a tab that was frozen, ran no
 * timers, and is told as soon as it is awake.
 */
export function heartbeatTimeout(silent: () => void): { heard: () => void; stop: () => void } {
  let last = Date.now();
  const look = () => {
    if (Date.now() - last > SILENCE) silent();
  };
  const timer = setInterval(look, LOOK);
  document.addEventListener('visibilitychange', look);
  return {
    heard: () => {
      last = Date.now();
    },
    stop: () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    },
  };
}
