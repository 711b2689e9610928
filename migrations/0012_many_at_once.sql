-- Up Migration
-- Many transactions at once: their texts are cut into windows in a third of the time, and enter the index in bulk.

-- The same windows as before. A loop, as a query in an SQL function is started anew for each row (26 µs a row; so it takes 8).
create or replace function app.windows(owner uuid, body text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  mark constant text := app.window_mark(owner);
  padded constant text := body || '  ';
  found text[] := '{}';
begin
  for n in 1 .. length(body) loop
    found[n] := mark || substr(padded, n, 3);
  end loop;
  return array_to_tsvector(found);
end $$;

-- New entries wait in a list of at most 1 MB and are sorted in together: taking 5,000 transactions off a property takes 0.55 s of
-- processor time instead of 1.3 s. A search reads the list too, which costs it less than 1 ms.
alter index public.transactions_windows set (fastupdate = on, gin_pending_list_limit = 1024);
