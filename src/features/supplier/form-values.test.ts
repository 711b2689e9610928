/** The form of a supplier: what it is filled with, what it sends, and what it does to a version that came later. */
import { describe, expect, it } from 'vitest';
import { BEECH, MILL, supplierRecord } from '../../../test/supplier-record.ts';
import { supplierDifferences } from './differences.ts';
import { BLANK_SUPPLIER, inputOf, rebase, toFormValues } from './form-values.ts';
import { SupplierForm, SupplierInput } from './supplier.ts';

const filled = (given: object = {}) => SupplierForm.parse({ ...toFormValues(supplierRecord()), ...given });
const LINKS = 'Properties Serviced: ';

describe('the form of a supplier', () => {
  it('is empty for a new one, with no service type chosen, and cannot be sent so', () => {
    const { error } = SupplierForm.safeParse(BLANK_SUPPLIER);
    expect(error?.issues.map(({ path: [field] }) => field).sort()).toEqual([
      'address',
      'contactPerson',
      'email',
      'name',
      'phone',
      'serviceType',
    ]);
  });

  it('sends what it was filled with, and no link that has not changed', () => {
    const input = inputOf(filled());
    expect(SupplierInput.strict().parse(input)).toEqual(input);
    expect(input).toMatchObject({ name: 'Harbour Plumbing Ltd', addedProperties: [], removedProperties: [] });
  });

  it('sends of the links only those that were added and removed, by id', () => {
    const input = inputOf(filled({ addedProperties: [MILL], removedProperties: [BEECH.id] }));
    expect(input).toMatchObject({ addedProperties: [MILL.id], removedProperties: [BEECH.id] });
  });

  it('keeps what they linked meanwhile, and does not do again what they have done already', () => {
    const mine = filled({ addedProperties: [MILL], removedProperties: [BEECH.id] });
    expect(rebase(mine, supplierRecord({ servicedProperties: [MILL] }))).toMatchObject({
      servicedProperties: [MILL],
      addedProperties: [],
      removedProperties: [],
    });
    expect(rebase(mine, supplierRecord({ servicedProperties: [BEECH] }))).toMatchObject(mine);
  });
});

describe('two versions of a supplier', () => {
  const differences = (mine: object, theirs: object) => {
    const record = supplierRecord(theirs);
    return supplierDifferences(rebase(filled(mine), record), record);
  };

  it('differ in nothing where both say the same, whatever they linked', () => {
    expect(differences({}, { version: 2, servicedProperties: [BEECH, MILL] })).toEqual([]);
  });

  it('differ field by field, in the order of the form', () => {
    expect(differences({ notes: '', serviceType: 'HVAC' }, { phone: '07700 900123', logo: '/files/a' })).toEqual([
      { label: 'Service Type', yours: 'HVAC', theirs: 'Plumbing' },
      { label: 'Phone', yours: '0117 496 0123', theirs: '07700 900123' },
      { label: 'Notes', yours: '', theirs: 'Closed on Fridays.' },
      { label: 'Logo', yours: '', theirs: 'A logo of its own' },
    ]);
  });

  it('differ in the links that were added and removed, by address', () => {
    expect(differences({ addedProperties: [MILL], removedProperties: [BEECH.id] }, {})).toEqual([
      { label: `${LINKS}1 Beech Road, Leeds`, yours: 'Removed', theirs: 'Is there' },
      { label: `${LINKS}2 Mill Lane, Otley`, yours: 'Is there', theirs: 'Is not there' },
    ]);
  });
});
