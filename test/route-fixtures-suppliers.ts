/** The lines of test/route-fixtures.ts for suppliers and what they look after. */
import { Supplier, type SupplierRecord } from '../src/features/supplier/supplier.ts';
import { addedProperty, addedSupplier, type Landlord } from './landlords.ts';
import { newSupplier } from './make.ts';
import { ifMatch, owned, type Reach } from './ways.ts';

/** A supplier who looks after a property, and a property that nobody does. */
const onSupplier = {
  make: async (owner: Landlord) => {
    const [house, other] = [await addedProperty(owner), await addedProperty(owner)];
    return { supplier: await addedSupplier(owner, { addedProperties: [house.id] }), house, other };
  },
  stranger: 404,
  guarded: true,
} as const;
const at = ({ id }: Pick<SupplierRecord, 'id'>) => `/api/suppliers/${id}`;

export const SUPPLIERS: Reach = {
  'GET /api/suppliers': owned({
    make: async (owner) => [Supplier.parse(await addedSupplier(owner))],
    request: () => ({ path: '/api/suppliers' }),
    answer: (items) => ({ status: 200, body: { items, nextCursor: null, total: 1 } }),
    stranger: 'own',
    guarded: true,
  }),
  'POST /api/suppliers': owned({
    make: (owner) => addedProperty(owner),
    request: ({ id }) => ({ path: '/api/suppliers', body: newSupplier({ addedProperties: [id] }) }),
    answer: ({ id, address, city }) => ({
      status: 201,
      body: { ...newSupplier(), properties: 1, servicedProperties: [{ id, address, city }] },
    }),
    stranger: 422,
    guarded: true,
  }),
  'GET /api/suppliers/{id}': owned({
    ...onSupplier,
    request: ({ supplier }) => ({ path: at(supplier) }),
    answer: ({ supplier }) => ({ status: 200, body: supplier }),
  }),
  'PUT /api/suppliers/{id}': owned({
    ...onSupplier,
    request: ({ supplier, house, other }) => ({
      path: at(supplier),
      headers: ifMatch(supplier),
      body: newSupplier({ notes: 'New', addedProperties: [other.id], removedProperties: [house.id] }),
    }),
    answer: ({ supplier, other: { id, address, city } }) => ({
      status: 200,
      body: { ...supplier, notes: 'New', version: 2, servicedProperties: [{ id, address, city }] },
    }),
  }),
  'DELETE /api/suppliers/{id}': owned({
    ...onSupplier,
    request: ({ supplier }) => ({ path: at(supplier), headers: ifMatch(supplier) }),
    answer: () => ({ status: 204 }),
  }),
  'PUT /api/suppliers/{id}/properties/{propertyId}': owned({
    ...onSupplier,
    request: ({ supplier, other }) => ({ path: `${at(supplier)}/properties/${other.id}` }),
    answer: () => ({ status: 204 }),
  }),
  'DELETE /api/suppliers/{id}/properties/{propertyId}': owned({
    ...onSupplier,
    request: ({ supplier, house }) => ({ path: `${at(supplier)}/properties/${house.id}` }),
    answer: () => ({ status: 204 }),
  }),
};
