/** States, limits and sentences of an import, apart from the schemas, which only the API and forms load. */
import type { Outcome } from '../import-file/kinds.ts';

export const STATES = ['open', 'checked', 'imported', 'undone'] as const;
export type ImportState = (typeof STATES)[number];

export const OUTCOME_LABELS: Record<Outcome, string> = {
  new: 'New',
  changed: 'Changed',
  known: 'Known already',
  wrong: 'To correct',
  left_out: 'Left out',
  depends: 'Left out with another row',
};

/** Maximum rows that an import may add or change, except in the trial and on Enterprise. */
export const PLAN_ROWS = 1_000;
export const UNDO_DAYS = 30;

const GONE = 'We no longer have this file. Upload it again.';
const failure = (failed: string) => ({
  failed,
  signedOut: 'You must be logged in to import a file',
  missing: GONE,
});

export const TEXTS = {
  title: 'Import from a spreadsheet',
  gone: GONE,
  upload: failure('We could not read the file'),
  change: failure('We could not change the import'),
  files: failure('We could not read the zip'),
  check: failure('We could not check the file'),
  run: failure('We could not import the file'),
  undo: failure('We could not undo the import'),
  remove: failure('We could not delete the import'),
};
