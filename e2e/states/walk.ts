import type { Page } from '@playwright/test';
import type { CheckState } from '../support/accessible.ts';
import type { Landlord } from '../support/landlords.ts';
import type { RunningServer } from '../support/server.ts';

export type Walk = (walker: {
  page: Page;
  check: CheckState;
  server: RunningServer;
  /** Signed in on `page`, except in walks for visitors. */
  landlord: Landlord;
  anotherLandlord: () => Promise<Landlord>;
  forward: (milliseconds: number) => Promise<void>;
  expectConsoleError: (pattern: RegExp, how?: 'surely' | 'maybe') => void;
}) => Promise<void>;
