import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';

/** Formats a DATABASE_URL. A socket folder becomes `?host=`, as in libpq. */
export function urlOf({ host, port, user, password, database }: DatabaseAddress): string {
  const [name, word, base, place] = [user, password, database, host].map(encodeURIComponent);
  return `postgres://${name}:${word}@localhost:${port}/${base}?host=${place}`;
}
