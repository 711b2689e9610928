import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { isOutcomeUnknown, retryWhileUnknown, SaveAborted } from './unknown-outcome.ts';

const rejection = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);
type Save = (again: boolean) => Promise<unknown>;

const lostResponse = () => new AppError('unavailable');
const refused = (code: 'internal' | 'unavailable') => new AppError(code, { requestId: 'one of our server' });

describe('isOutcomeUnknown', () => {
  it.each([
    ['a lost response', lostResponse(), true],
    ['a commit that was not confirmed', new AppError('outcome_unknown', { requestId: 'one of our server' }), true],
    ['an aborted save', new SaveAborted(), true],
    ['a 500 of our server', refused('internal'), false],
    ['a 500 of anything else', new AppError('internal'), false],
    ['a 503 of our server', refused('unavailable'), false],
    ['a defect in the browser', new TypeError('x is undefined'), false],
  ])('detects an unknown outcome after %s', (_, error, isUnknown) => {
    expect(isOutcomeUnknown(error)).toBe(isUnknown);
  });
});

describe('retryWhileUnknown', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('retries after a lost response at most three times and rejects with the last error', async () => {
    const save = vi.fn<Save>().mockRejectedValue(lostResponse());
    const onUnknown = vi.fn<() => void>();
    const outcome = rejection(retryWhileUnknown(save, { onUnknown }));
    await vi.runAllTimersAsync();
    expect(await outcome).toMatchObject({ code: 'unavailable' });
    expect(save.mock.calls).toEqual([[false], [true], [true], [true]]);
    expect(onUnknown).toHaveBeenCalledTimes(3);
  });

  it('resolves with the first response', async () => {
    const save = vi.fn<Save>().mockRejectedValueOnce(lostResponse()).mockResolvedValueOnce('saved');
    const outcome = retryWhileUnknown(save);
    await vi.runAllTimersAsync();
    expect(await outcome).toBe('saved');
    expect(save).toHaveBeenCalledTimes(2);
  });

  it('does not retry a refusal', async () => {
    const save = vi.fn<Save>().mockRejectedValue(refused('internal'));
    await expect(retryWhileUnknown(save)).rejects.toMatchObject({ code: 'internal' });
    expect(save).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['in a pause', 1_200, 2],
    ['before the first pause ends', 100, 1],
  ])('stops retrying when aborted %s', async (_, after, sent) => {
    const stop = new AbortController();
    const save = vi.fn<Save>().mockRejectedValue(lostResponse());
    const outcome = rejection(retryWhileUnknown(save, { signal: stop.signal }));
    await vi.advanceTimersByTimeAsync(after);
    stop.abort(new SaveAborted());
    await vi.runAllTimersAsync();
    expect(await outcome).toBeInstanceOf(SaveAborted);
    expect(save).toHaveBeenCalledTimes(sent);
  });

  it('stops retrying when aborted during a request', async () => {
    const stop = new AbortController();
    const save = vi.fn<Save>(async () => {
      stop.abort(new SaveAborted());
      throw lostResponse();
    });
    await expect(retryWhileUnknown(save, { signal: stop.signal })).rejects.toBeInstanceOf(SaveAborted);
    expect(save).toHaveBeenCalledTimes(1);
  });
});
