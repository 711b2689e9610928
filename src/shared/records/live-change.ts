/** A change to a record, as sent by `app.notify_live`. */
export type LiveChange = {
  /** First part of the query keys to invalidate, such as 'suppliers'. */
  noun: string;
  /** Null if a statement changed more than 100 records, or if the reader may not see the record. */
  id: string | null;
  /** The record's current version; null if it was deleted or has no `id` here. */
  version: number | null;
  /** The `x-request-id` of the request that made the change; null for changes outside requests, such as of jobs. */
  request: string | null;
};
