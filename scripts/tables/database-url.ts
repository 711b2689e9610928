/** An address as DATABASE_URL has it. */
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';

/** A socket's folder goes into `?host=`, where libpq and node-postgres look for it too. */
export function urlOf({ host, port, user, password, database }: DatabaseAddress): string {
  const [name, word, base, place] = [user, password, database, host].map(encodeURIComponent);
  return `postgres://${name}:${word}@localhost:${port}/${base}?host=${place}`;
}
