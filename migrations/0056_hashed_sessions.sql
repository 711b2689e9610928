-- The database knows of a session's token its SHA-256 alone: neither a backup nor a read of the table opens a session (decision 30).
update auth.sessions set token = encode(sha256(convert_to(token, 'UTF8')), 'hex');

-- Gives the session that asks another token, so that a copy of its cookie is dead.
create function app.renew_session(session_token text, new_token text) returns void
  language sql security definer set search_path = pg_catalog, pg_temp
begin atomic
  update auth.sessions set token = new_token where token = session_token and user_id = auth.asker(session_token);
end;
grant execute on function app.renew_session(text, text) to tenure_app;
