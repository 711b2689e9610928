-- The response to a bulk request, for repeats with the same idempotency key. Null for adds of one record.
alter table app.idempotency_keys add column answer json;
