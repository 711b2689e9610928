/** The job queues: what each does, how often it is tried again, and where its dead letters lie. */

export const QUEUES = [
  {
    name: 'send-letter',
    deadLetter: 'send-letter-failed',
    /** Seconds between a server's looks for work that others queued, or that is due again. */
    pollingIntervalSeconds: 1,
    // The wait before another try, in seconds, doubles each time: the last comes after about two hours.
    rules: { retryLimit: 8, retryDelay: 30, retryBackoff: true, expireInSeconds: 60 },
  },
  {
    name: 'reset-password',
    deadLetter: 'reset-password-failed',
    pollingIntervalSeconds: 1,
    rules: { retryLimit: 3, retryDelay: 5, retryBackoff: true, expireInSeconds: 60 },
  },
  {
    name: 'clear-expired',
    deadLetter: 'clear-expired-failed',
    pollingIntervalSeconds: 60,
    rules: { retryLimit: 2, retryDelay: 60, retryBackoff: true, expireInSeconds: 300 },
  },
  {
    name: 'clear-files',
    deadLetter: 'clear-files-failed',
    pollingIntervalSeconds: 60,
    rules: { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 900 },
  },
  {
    name: 'lease-notices',
    deadLetter: 'lease-notices-failed',
    pollingIntervalSeconds: 60,
    rules: { retryLimit: 3, retryDelay: 60, retryBackoff: true, expireInSeconds: 900 },
  },
] as const;

export type QueueName = (typeof QUEUES)[number]['name'];
