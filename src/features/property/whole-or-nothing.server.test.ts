/** A save is kept whole or not at all, and reaches no row of another property or another landlord. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { privateDatabase, query } from '../../../test/database.ts';
import { addedProperty, landlord } from '../../../test/landlords.ts';
import { newCertificate, newCompliance, newInvoice, newProperty } from '../../../test/make.ts';
import { server } from '../../../test/server.ts';
import { snapshot } from '../../../test/snapshot.ts';
import { startServer, type TestServer } from '../../../test/start-server.ts';
import { uploadedPhoto } from '../../../test/uploads.ts';
import { PropertyRecord } from './property.ts';

const at = ({ id }: { id: string }) => `/api/properties/${id}`;
const parts = () => ({ certificates: [newCertificate()], compliance: newCompliance(), invoices: [newInvoice()] });

describe('a save that fails at its very end', () => {
  let broken: { server: TestServer; drop(): Promise<void> };
  beforeAll(async () => {
    const { address, drop } = await privateDatabase('half_way');
    broken = { server: await startServer({ database: address }), drop };
  });
  afterAll(async () => {
    await broken.server.stop();
    await broken.drop();
  });

  it('leaves nothing half saved: no row, no history, no file taken', async () => {
    const ada = await landlord({}, broken.server);
    const house = await addedProperty(ada, parts());
    const photo = await uploadedPhoto(ada);
    await query(
      broken.server.database,
      `create function break_off() returns trigger language plpgsql as $$ begin raise 'broken off'; end $$;
       create trigger break_off after insert on property_invoices execute function break_off()`,
    );
    const before = await snapshot(broken.server.database);
    const [certificate] = house.certificates;
    const wanted = newProperty({
      ...parts(),
      rent: 1,
      imageUrl: photo.url,
      certificates: [newCertificate({ ...certificate, name: 'Changed' }), newCertificate()],
      removedInvoices: house.invoices.map(({ id }) => id),
      compliance: newCompliance({ alarms: { ...newCompliance().alarms, notes: 'Changed' } }),
    });
    expect((await ada.put(at(house), wanted, 1)).outcome).toBe('500 internal');
    const added = newProperty({ ...parts(), imageUrl: photo.url });
    expect((await ada.post('/api/properties', added)).outcome).toBe('500 internal');
    expect(await snapshot(broken.server.database)).toEqual(before);
    expect((await ada.get(at(house))).as(PropertyRecord)).toEqual(house);
  });
});

describe('a save that names what is not of its property', () => {
  it('is refused beside each row, and changes nothing: another’s, another property’s, one that is gone, one that goes', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [house, other, theirs] = [
      await addedProperty(ada, { certificates: [newCertificate(), newCertificate()], invoices: [newInvoice()] }),
      await addedProperty(ada, parts()),
      await addedProperty(bob, parts()),
    ];
    const [kept, going] = house.certificates;
    const before = await snapshot(server.database);
    const certificates = [
      theirs.certificates[0]?.id,
      other.certificates[0]?.id,
      randomUUID(),
      going?.id,
      kept?.id,
      kept?.id,
    ];
    const sent = newProperty({
      certificates: certificates.map((id) => newCertificate({ id, name: 'Taken over' })),
      removedCertificates: [`${going?.id}`],
      invoices: [{ id: theirs.invoices[0]?.id, description: 'Taken over' }],
    });
    const gone = 'This certificate is no longer there. Reload the page to see what is.';
    const answer = await ada.put(at(house), sent, 1);
    expect([answer.outcome, answer.fields]).toEqual([
      '422 invalid_input',
      {
        'certificates.0.name': gone,
        'certificates.1.name': gone,
        'certificates.2.name': gone,
        'certificates.3.name': gone,
        'certificates.5.name': 'This certificate was sent twice.',
        'invoices.0.description': 'This invoice is no longer there. Reload the page to see what is.',
      },
    ]);
    const adding = await ada.post('/api/properties', newProperty({ certificates: [newCertificate(kept)] }));
    expect([adding.outcome, adding.fields]).toEqual(['422 invalid_input', { 'certificates.0.name': gone }]);
    expect(await snapshot(server.database)).toEqual(before);
  });

  it('removes nothing but its own', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const [house, other, theirs] = [
      await addedProperty(ada, parts()),
      await addedProperty(ada, parts()),
      await addedProperty(bob, parts()),
    ];
    const strange = [other, theirs];
    const sent = newProperty({
      removedCertificates: strange.flatMap(({ certificates }) => certificates.map(({ id }) => id)),
      removedInvoices: strange.flatMap(({ invoices }) => invoices.map(({ id }) => id)),
    });
    expect((await ada.put(at(house), sent, 1)).as(PropertyRecord)).toEqual({ ...house, version: 2 });
    expect((await ada.get(at(other))).as(PropertyRecord)).toEqual(other);
    expect((await bob.get(at(theirs))).as(PropertyRecord)).toEqual(theirs);
  });

  it('is not found when the property itself is another’s, whatever parts come with it', async () => {
    const [ada, bob] = [await landlord(), await landlord()];
    const theirs = await addedProperty(bob, parts());
    const before = await snapshot(server.database);
    const removedCertificates = theirs.certificates.map(({ id }) => id);
    const answers = [
      await ada.put(at(theirs), newProperty({ ...parts(), removedCertificates }), 1),
      await ada.put(at(theirs), newProperty({ certificates: theirs.certificates.map(newCertificate) }), 1),
      await ada.delete(at(theirs), 1),
      await ada.get(`${at(theirs)}/history`),
    ];
    expect(answers.map(({ outcome }) => outcome)).toEqual(Array(4).fill('404 not_found'));
    expect(await snapshot(server.database)).toEqual(before);
  });
});

it('a deleted property takes its certificates, its compliance and its invoices with it, and nobody else’s', async () => {
  const ada = await landlord();
  const [house, other] = [await addedProperty(ada, parts()), await addedProperty(ada, parts())];
  expect((await ada.delete(at(house), 1)).status).toBe(204);
  const left = await query<{ property_id: string }>(
    server.database,
    `select property_id from property_certificates where user_id = $1
     union all select property_id from property_compliance where user_id = $1
     union all select property_id from property_invoices where user_id = $1`,
    [ada.id],
  );
  expect(left.map(({ property_id }) => property_id)).toEqual(Array(3).fill(other.id));
});
