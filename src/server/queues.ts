/** The job queues: what each does, how often it is tried again, and where its dead letters lie. */

export const QUEUES = [
  {
    name: 'send-letter',
    deadLetter: 'send-letter-failed',
    policy: 'standard',
    retryLimit: 8,
    // Seconds before the second try; doubles each time, so the last comes after about two hours.
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 60,
    // How often each server looks for work.
    pollingIntervalSeconds: 1,
  },
  {
    name: 'reset-password',
    deadLetter: 'reset-password-failed',
    policy: 'standard',
    retryLimit: 3,
    retryDelay: 5,
    retryBackoff: true,
    expireInSeconds: 60,
    pollingIntervalSeconds: 1,
  },
  {
    name: 'clear-expired',
    deadLetter: 'clear-expired-failed',
    policy: 'standard',
    retryLimit: 2,
    retryDelay: 60,
    retryBackoff: true,
    expireInSeconds: 300,
    pollingIntervalSeconds: 60,
  },
] as const;

export type QueueName = (typeof QUEUES)[number]['name'];
