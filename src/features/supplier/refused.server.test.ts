/** What cannot be a supplier: refused in words that stand beside the field, and nothing is kept. */
import { describe, expect, it } from 'vitest';
import { addedProperty, addedSupplier, landlord, listedSuppliers } from '../../../test/landlords.ts';
import { newSupplier } from '../../../test/make.ts';
import { SupplierRecord } from './supplier.ts';

const at = ({ id }: { id: string }) => `/api/suppliers/${id}`;

// One landlord and one supplier will do for all: nothing here changes anything.
const cleo = await landlord();
const house = await addedProperty(cleo);
const plumber = await addedSupplier(cleo, { addedProperties: [house.id] });

describe('what cannot be a supplier', () => {
  it.each([
    ['a name of one letter', { name: ' P ' }, { name: 'Name is required' }],
    ['NUL in the name', { name: 'Pi\0ke' }, { name: 'This contains characters that cannot be stored' }],
    ['half an emoji', { name: 'Pike \ud83d' }, { name: 'This contains characters that cannot be stored' }],
    ['a number for a name', { name: 12 }, { name: 'Name is required' }],
    ['an email without a host', { email: 'mary@' }, { email: 'Valid email is required' }],
    ['NUL in the email', { email: 'mary@pike.example\0' }, { email: 'Valid email is required' }],
    ['five digits for a phone', { phone: '12345' }, { phone: 'Phone number is required' }],
    ['a service of its own', { serviceType: 'Taxidermy' }, { serviceType: 'Service type is required' }],
    ['no service', { serviceType: '' }, { serviceType: 'Service type is required' }],
    ['nobody to ask for', { contactPerson: '' }, { contactPerson: 'Contact person name is required' }],
    ['an address of four letters', { address: 'Bath' }, { address: 'Address is required' }],
    ['a script for a website', { website: 'javascript:alert(1)' }, { website: 'Valid website URL is required' }],
    ['NUL in the website', { website: 'pike.example/\0' }, { website: 'Valid website URL is required' }],
    ['a novel for notes', { notes: 'x'.repeat(2001) }, { notes: 'Please keep this to 2,000 characters' }],
    ['a logo elsewhere', { logo: 'https://elsewhere.example/x.jpg' }, { logo: 'Please upload the file again' }],
    [
      'all of it at once',
      { name: '', email: '', phone: '', serviceType: '', contactPerson: '', address: '', website: 'x' },
      {
        name: 'Name is required',
        email: 'Valid email is required',
        phone: 'Phone number is required',
        serviceType: 'Service type is required',
        contactPerson: 'Contact person name is required',
        address: 'Address is required',
        website: 'Valid website URL is required',
      },
    ],
  ])('%s is refused in words, and nothing is kept', async (_, wrong, fields) => {
    const body = { ...newSupplier({ removedProperties: [house.id] }), ...wrong };
    for (const answer of [await cleo.post('/api/suppliers', body), await cleo.put(at(plumber), body, 1)]) {
      expect([answer.outcome, answer.fields]).toEqual(['422 invalid_input', fields]);
    }
    expect((await listedSuppliers(cleo)).total).toBe(1);
    expect((await cleo.get(at(plumber))).as(SupplierRecord)).toEqual(plumber);
  });

  it.each(['', '[]', 'null', '"x"', '{"name":', '{}'])('%s is no supplier', async (body) => {
    expect((await cleo.send('POST', '/api/suppliers', { body })).status).toBeOneOf([400, 422]);
    expect((await listedSuppliers(cleo)).total).toBe(1);
  });
});
