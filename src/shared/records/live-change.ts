/** A change to a record, as sent by `app.notify_live`. */
export type LiveChange = {
  /** First part of the query keys to invalidate, such as 'suppliers'. */
  noun: string;
  /** Null if too many records changed at once to be listed. */
  id: string | null;
  /** The record's current version; null if deleted. */
  version: number | null;
  /** The `x-request-id` of the request that made the change; null for changes outside requests, such as of jobs. */
  request: string | null;
};
