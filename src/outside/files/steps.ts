/** What both stores have in common: paths that cannot lead out, and the one sentence for a store that is away. */
import { AppError } from '../../shared/app-error.ts';

/** The steps of a path. Throws when it could lead out of the store: we make paths, so that would be a mistake of ours. */
export function stepsOf(path: string): string[] {
  const steps = path.split('/');
  if (/[\0\\]/.test(path) || steps.some((step) => ['', '.', '..'].includes(step))) {
    throw new Error('A path leads out of the file store');
  }
  return steps;
}

export function storeAway(cause: unknown): AppError {
  const message = 'We cannot reach the file store just now. Please try again in a moment.';
  return new AppError('unavailable', { message, cause });
}

/** Nothing is overwritten; names are random, so this is a mistake of ours too. */
export function somethingLies(path: string): Error {
  return new Error(`Something lies at ${path} already`);
}
