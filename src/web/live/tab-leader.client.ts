/** Work that only one tab of a browser does at a time, for all of them. */
import { pause } from './pause.client.ts';

/** Milliseconds before a tab goes on where another has stopped: it may be about to stop for the same reason, as on signing out. */
const TAKEOVER = 500;

type Work = {
  /** Ends the tab's part, waiting or working. */
  signal: AbortSignal;
  /** Goes on until `until` is aborted. */
  work: (until: AbortSignal) => Promise<void>;
};

/**
 * Does the work whenever it is this tab's turn: once the tab that has the lock called `name` is closed, or is overtaken. `takeOver`
 * takes the place of a tab that seems to be frozen; only the tab that is looked at does so.
 */
export function asTabLeader({ name, signal, work }: Work & { name: string }): { takeOver: () => void } {
  let takeOver = () => {};

  async function wait(steal: boolean): Promise<boolean> {
    const turn = new AbortController();
    const giveUp = () => turn.abort();
    signal.addEventListener('abort', giveUp);
    let impatient = false;
    takeOver = () => {
      impatient = document.visibilityState === 'visible';
      if (impatient) giveUp();
    };
    const begin = async () => {
      takeOver = () => {};
      await work(turn.signal);
    };
    try {
      if (steal) await navigator.locks.request(name, { steal }, begin);
      else if (!(await beginIfFree(name, begin)))
        await navigator.locks.request(name, { signal: turn.signal }, async () => {
          await pause(TAKEOVER, turn.signal);
          await begin();
        });
    } catch (error) {
      // Given up, or overtaken by another tab.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    } finally {
      signal.removeEventListener('abort', giveUp);
      giveUp();
    }
    return impatient;
  }

  void (async () => {
    for (let steal = false; !signal.aborted; ) steal = await wait(steal);
  })();
  return { takeOver: () => takeOver() };
}

/** Answers, once it is over, whether it could begin at once. */
function beginIfFree(name: string, begin: () => Promise<void>): Promise<boolean> {
  return navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await begin();
    return lock !== null;
  });
}

/** For a browser without locks, as over plain http: there every tab that is looked at does the work, for itself. */
export function whileShown({ signal, work }: Work): void {
  let turn: AbortController | undefined;
  const look = () => {
    const shown = document.visibilityState === 'visible' && !signal.aborted;
    if (!shown) turn?.abort();
    else if (!turn || turn.signal.aborted) {
      turn = new AbortController();
      void work(turn.signal);
    }
  };
  document.addEventListener('visibilitychange', look);
  signal.addEventListener('abort', () => {
    document.removeEventListener('visibilitychange', look);
    look();
  });
  look();
}
