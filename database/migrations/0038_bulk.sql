-- The response to a bulk request, for repeats with the same idempotency key. Null for adds of one record.
alter table app.idempotency_keys add column answer json;

-- Until when a server may be sending a delivery. Not indexed, and pages have free space, so that claims are HOT
-- updates.
alter table app.webhook_deliveries add column leased_until timestamptz(3);
alter table app.webhook_deliveries set (fillfactor = 70);
