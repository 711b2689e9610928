/** Indexes the account's records. The check adds the file's own records. */
import type { Existing } from './existing.ts';
import { tenancyKey } from './kinds/tenant.ts';
import { knownKey } from './kinds/transaction.ts';
import { addHome, addPerson, type Home, type Index, nameKey, type Person } from './links.ts';
import type { Firm, World } from './verdict.ts';

type Params = {
  existing: Existing;
  today: string;
  rentFrom: string | null;
  owedColumn: boolean;
  files?: Readonly<Record<string, string>>;
};

export function worldOf({ existing, today, rentFrom, owedColumn, files = {} }: Params): World {
  const { properties, suppliers, tenants, transactions } = existing;
  const world: World = {
    today,
    rentFrom,
    owedColumn,
    existing,
    ownHomes: new Map(),
    homes: new Map(),
    ownPeople: new Map(),
    people: new Map(),
    ownFirms: new Map(),
    firms: new Map(),
    properties: new Map(properties.map((one) => [one.id, one])),
    suppliers: new Map(suppliers.map((one) => [one.id, one])),
    tenants: new Map(tenants.map((one) => [one.id, one])),
    rents: new Map(properties.map(({ id, rent }) => [id, rent])),
    tenancies: new Map(),
    ledgers: new Map(),
    known: new Map(),
    files: new Map(Object.entries(files)),
    takenFiles: new Set(),
  };
  for (const { id, address, city, postalCode } of properties) {
    const home: Home = { ref: { id }, label: `${address}, ${city}`, address, city, postalCode, reference: null };
    addHome(world.ownHomes, home);
  }
  for (const { id, name } of suppliers) {
    const firm = { ref: { id }, label: name };
    addFirm(world.ownFirms, nameKey(name), firm);
  }
  for (const tenant of tenants) {
    const { id, name, email, propertyId, movedOut, leaseStart, rentAmount, depositAmount } = tenant;
    const home = propertyId === null ? null : { id: propertyId };
    const label = `${name}, ${world.properties.get(propertyId ?? '')?.address ?? 'without a property'}`;
    const person: Person = {
      ref: { id },
      label,
      name,
      email,
      homes: propertyId === null ? [] : [propertyId],
      home,
      reference: null,
    };
    addPerson(world.ownPeople, person);
    if (home && movedOut === null)
      world.tenancies.set(tenancyKey({ ref: home }, leaseStart), {
        ref: { id },
        rent: rentAmount,
        deposit: depositAmount,
      });
  }
  for (const transaction of transactions) {
    const key = knownKey(transaction);
    world.known.set(key, [...(world.known.get(key) ?? []), transaction.id]);
  }
  const { ownHomes, ownPeople, ownFirms } = world;
  return { ...world, homes: copyOf(ownHomes), people: copyOf(ownPeople), firms: copyOf(ownFirms) };
}

/** Copying is much faster than building the index again. */
const copyOf = <Rec>(index: Index<Rec>): Index<Rec> =>
  new Map(Array.from(index, ([key, records]) => [key, [...records]]));

export function addFirm(firms: Map<string, Firm[]>, key: string, firm: Firm): void {
  firms.set(key, [...(firms.get(key) ?? []), firm]);
}
