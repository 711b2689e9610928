/** A change to a record, as the database notifies it (`app.notify_live`). */
export type LiveChange = {
  /** First part of the query keys to invalidate, such as 'suppliers'. */
  noun: string;
  /** Null when more records changed at once than are listed one by one. */
  id: string | null;
  /** The record's current version; null if deleted. */
  version: number | null;
  /** The `x-request-id` of the request that made the change; null for a job or another program. */
  request: string | null;
};
