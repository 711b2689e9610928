/** A change of a record, as the database notifies it (`app.notify_live`) and an open page hears it: no more of it than its id. */
export type LiveChange = {
  /** The first word of the query keys of what has changed: 'suppliers'. */
  noun: string;
  /** Null: more records have changed at once than are named one by one. */
  id: string | null;
  /** The version that the record has now; null where it was deleted. */
  version: number | null;
  /** The id of the request that made it, as `x-request-id` of its answer; null where a job or another program did. */
  request: string | null;
};
