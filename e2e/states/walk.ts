/** A walk through the states of some screens, which are checked on the way. */
import type { Page } from '@playwright/test';
import type { CheckState } from '../support/accessible.ts';
import type { Landlord } from '../support/landlords.ts';
import type { RunningServer } from '../support/server.ts';

export type Walk = (walker: {
  page: Page;
  check: CheckState;
  server: RunningServer;
  /** Signed in with `page`, except where the walk is about visitors. */
  landlord: Landlord;
  anotherLandlord: () => Promise<Landlord>;
  forward: (milliseconds: number) => Promise<void>;
  expectConsoleError: (pattern: RegExp, how?: 'surely' | 'maybe') => void;
}) => Promise<void>;
