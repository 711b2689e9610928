import { databaseProcesses, type ServerProcess } from '../server-process.ts';

export type Landlord = { origin: string; cookie: string };

/** Posts JSON or a file, and returns the response's JSON. Throws for an error status. */
export async function post<T>({ origin, cookie }: Landlord, path: string, body: object | Buffer): Promise<T> {
  const isFile = Buffer.isBuffer(body);
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { origin, cookie, 'content-type': isFile ? 'application/octet-stream' : 'application/json' },
    body: isFile ? new Uint8Array(body) : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Returns the new property's id. */
export async function addProperty(landlord: Landlord): Promise<string> {
  const property = {
    address: '1 Busy Street',
    city: 'Leeds',
    postalCode: 'LS1 1AA',
    propertyType: 'house',
    bedrooms: 3,
    bathrooms: 1,
    rent: 95_000,
  };
  return (await post<{ id: string }>(landlord, '/api/properties', property)).id;
}

/** Stops the server and its database. */
export async function stop(server: ServerProcess, dataFolder: string): Promise<void> {
  server.child.kill('SIGTERM');
  await server.ended;
  for (const { pid } of await databaseProcesses({ dataFolder })) process.kill(pid, 'SIGQUIT');
}
