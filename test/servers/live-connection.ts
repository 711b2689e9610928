/** A proxy between server and database, which tests can cut or freeze. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { DatabaseAddress } from '../../src/server/db/roles.server.ts';

export type Line = {
  address: DatabaseAddress;
  /** Breaks all connections and refuses new ones until `restore`. */
  cut(): void;
  /** Withholds responses until `restore`, like a frozen database, but accepts connections. */
  freeze(): void;
  restore(): void;
  /** Returns the number of connection attempts while cut. */
  refused(): number;
  close(): Promise<void>;
};

export async function openLine(database: DatabaseAddress): Promise<Line> {
  const ends = new Set<Socket>();
  const pairs = new Map<Socket, Socket>();
  let whole = true;
  let flows = true;
  let refused = 0;
  const server = createServer((near) => {
    if (!whole) {
      refused += 1;
      near.destroy();
      return;
    }
    const far = database.host.startsWith('/')
      ? connect(join(database.host, `.s.PGSQL.${database.port}`))
      : connect(database.port, database.host);
    pairs.set(far, near);
    near.pipe(far);
    if (flows) far.pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one);
      one
        .on('error', () => {})
        .on('close', () => {
          ends.delete(one);
          pairs.delete(one);
          other.destroy();
        });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    whole = false;
    for (const end of ends) end.destroy();
  };
  return {
    address: { ...database, host: '127.0.0.1', port: (server.address() as AddressInfo).port },
    cut,
    freeze: () => {
      flows = false;
      for (const [far, near] of pairs) far.unpipe(near);
    },
    restore: () => {
      whole = true;
      if (!flows) for (const [far, near] of pairs) far.pipe(near);
      flows = true;
    },
    refused: () => refused,
    close: async () => {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
