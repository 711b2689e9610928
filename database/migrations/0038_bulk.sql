-- The response to a bulk request, for retries with the same idempotency key. Null for single adds.
alter table app.idempotency_keys add column answer json;

-- The end of a server's lease to send the delivery. The column is not indexed and pages have free space, so that claims
-- are HOT updates.
alter table app.webhook_deliveries add column leased_until timestamptz(3);
alter table app.webhook_deliveries set (fillfactor = 70);
