import { describe, expect, it } from 'vitest';
import { certificateRecord, invoiceRecord, propertyRecord } from '../../../../test/fixtures/property-record.ts';
import { CERTIFICATE } from '../documents.ts';
import { PropertyForm, type PropertyRecord } from '../property.ts';
import { mergeProperties, overwrite } from './conflict.ts';
import { type PropertyFormOutput, type PropertyFormValues, toFormValues } from './form.ts';

const home = propertyRecord();
const [gas, epc] = home.certificates as [PropertyRecord['certificates'][0], PropertyRecord['certificates'][0]];
const [boiler] = home.invoices as [PropertyRecord['invoices'][0]];
const NEW_ID = '00000000-0000-4000-8000-0000000000d1';
const opened = toFormValues(home);

/** Output of a form opened for `home`. */
function mine(change: Partial<PropertyFormValues> = {}): PropertyFormOutput {
  return PropertyForm.parse({ ...opened, ...change });
}

function withCertificate(id: string, change: Partial<PropertyFormValues['certificates'][0]>): PropertyFormOutput {
  return mine({ certificates: opened.certificates.map((row) => (row.id === id ? { ...row, ...change } : row)) });
}

const merge = (yours: PropertyFormOutput, theirs: Partial<PropertyRecord>) =>
  mergeProperties({ base: home, mine: yours, theirs: { ...home, ...theirs } });
const questionsOf = ({ questions }: ReturnType<typeof merge>) =>
  questions.map(({ label, yours, theirs }) => [label, yours, theirs]);
/** Chooses their version in every question. */
const allTheirs = ({ merged, questions }: ReturnType<typeof merge>) =>
  questions.reduce((all, { take }) => take(all), merged);
const names = ({ certificates }: PropertyFormOutput) => certificates.map(({ id, name }) => `${name} ${id ?? 'new'}`);

const newRow = { ...CERTIFICATE.blank, name: 'Fire alarm test', cost: '25' };
const none = { issueDate: null, expirationDate: null, providerName: '', notes: '' };
const theSameRow = certificateRecord({ id: NEW_ID, name: 'Fire alarm test', cost: 2_500, ...none });

describe('the fields of a property', () => {
  it('merge without questions if equal, also after a tenant moved in', () => {
    const same = merge(mine(), { status: 'occupied', version: 4 });
    expect(same).toEqual({ merged: mine(), questions: [], taken: [] });
  });

  it('are taken from the side that changed them, with questions if both did', () => {
    const both = merge(mine({ keysAmount: '2', rent: '1300' }), {
      rent: 120_000,
      chosenStatus: 'occupied',
      description: '',
    });
    expect(both.merged).toMatchObject({ keysAmount: 2, rent: 130_000, status: 'occupied', description: '' });
    expect(both.taken).toEqual(['Status', 'Description']);
    expect(questionsOf(both)).toEqual([['Rent per month', '£1,300.00', '£1,200.00']]);
    expect(allTheirs(both)).toMatchObject({ keysAmount: 2, rent: 120_000 });
  });
});

describe('the rows of a property', () => {
  it('are merged field by field', () => {
    const both = merge(withCertificate(gas.id, { notes: 'Mine', cost: '90' }), {
      certificates: [{ ...gas, expirationDate: '2028-01-02', cost: null }, epc],
      invoices: [{ ...boiler, amount: 99 }],
    });
    expect(both.merged.certificates[0]).toMatchObject({ notes: 'Mine', cost: 9_000, expirationDate: '2028-01-02' });
    expect(both.merged.invoices[0]).toMatchObject({ amount: 99 });
    expect(both.taken).toEqual(['Certificate “Gas Safety Record”: Expiry date', 'Invoice “Boiler service”: Amount']);
    expect(questionsOf(both)).toEqual([['Certificate “Gas Safety Record”: Cost', '£90.00', '']]);
    expect(allTheirs(both).certificates[0]).toMatchObject({ notes: 'Mine', cost: null });
  });

  it('ask about different files, also with the same name', () => {
    const file = { url: '/a', name: 'gas.pdf', contentType: 'application/pdf', bytes: 1 };
    const yours = { ...mine(), certificates: [{ ...gas, file: { ...file, bytes: 2 } }, epc] };
    const theirs = (url: string) => ({ certificates: [{ ...gas, file: { ...file, url } }, epc] });
    expect(merge(yours, theirs('/a')).questions).toEqual([]);
    expect(questionsOf(merge(yours, theirs('/b')))).toEqual([
      ['Certificate “Gas Safety Record”: File', 'gas.pdf', 'gas.pdf'],
    ]);
  });

  it('keep rows added by either side once', () => {
    const yours = mine({ certificates: [...opened.certificates, newRow, newRow] });
    const both = merge(yours, {
      certificates: [...home.certificates, theSameRow],
      invoices: [boiler, invoiceRecord({ id: NEW_ID })],
    });
    expect(both.merged.certificates.map(({ id }) => id)).toEqual([gas.id, epc.id, NEW_ID, undefined]);
    expect(both.merged.invoices).toHaveLength(1);
    expect([both.questions, both.taken]).toEqual([[], ['Invoice “Boiler service”']]);
    const other = merge(mine({ certificates: [...opened.certificates, newRow] }), {
      certificates: [...home.certificates, { ...theSameRow, cost: 2_501 }],
    });
    expect(other.merged.certificates.at(-1)?.id).toBeUndefined();
  });

  it('are removed if one side removed them and the other left them unchanged', () => {
    const yours = mine({ certificates: opened.certificates.slice(0, 1), removedCertificates: [epc.id] });
    const both = merge(yours, { certificates: [epc] });
    expect([names(both.merged), both.merged.removedCertificates]).toEqual([[], [epc.id]]);
    expect([both.questions, both.taken]).toEqual([[], ['Certificate “Gas Safety Record”']]);
  });

  it('ask if one side removed a row that the other changed', () => {
    const changed = withCertificate(gas.id, { notes: 'Mine' }).certificates.filter(({ id }) => id === gas.id);
    const yours = { ...mine(), certificates: changed, removedCertificates: [epc.id] };
    const both = merge(yours, { certificates: [{ ...epc, notes: 'Theirs' }] });
    expect(questionsOf(both)).toEqual([
      ['Certificate “Gas Safety Record”', 'Changed', 'Removed'],
      ['Certificate “EPC”', 'Removed', 'Changed'],
    ]);
    expect([names(both.merged), both.merged.removedCertificates]).toEqual([['Gas Safety Record new'], [epc.id]]);
    const theirs = allTheirs(both);
    expect([theirs.certificates, theirs.removedCertificates]).toEqual([[], []]);
  });

  it('are numbered in questions if they have the same name', () => {
    const twin = certificateRecord({ id: epc.id });
    const base = { ...home, certificates: [gas, twin] };
    const both = (cost: number) => base.certificates.map((row) => ({ ...row, cost }));
    const yours = { ...mine(), certificates: both(1) };
    const { questions } = mergeProperties({ base, mine: yours, theirs: { ...home, certificates: both(2) } });
    const label = 'Certificate “Gas Safety Record”: Cost';
    expect(questions.map((one) => one.label)).toEqual([label, `${label} (2)`]);
  });
});

describe('the checklist of a property', () => {
  it('is merged by item and field', () => {
    const typed = structuredClone(opened.compliance);
    typed.gasSafety.notes = 'Mine';
    typed.gasSafety.expiryDate = '2027-01-01';
    const { gasSafety, alarms } = home.compliance;
    const compliance = {
      ...home.compliance,
      gasSafety: { ...gasSafety, expiryDate: '2026-01-02', completed: false },
      alarms: { ...alarms, notApplicable: 'None here.' },
    };
    const both = merge(mine({ compliance: typed }), { compliance });
    expect(both.merged.compliance.gasSafety).toMatchObject({
      notes: 'Mine',
      completed: false,
      expiryDate: '2027-01-01',
    });
    expect(both.merged.compliance.alarms.notApplicable).toBe('None here.');
    expect(questionsOf(both)).toEqual([['Gas safety: Expiry date', '01 Jan 2027', '02 Jan 2026']]);
    expect(allTheirs(both).compliance.gasSafety).toMatchObject({ notes: 'Mine', expiryDate: '2026-01-02' });
  });

  it('stores a date once if one side links a certificate', () => {
    const compliance = { ...home.compliance, gasSafety: { ...home.compliance.gasSafety, expiryDate: '2029-01-01' } };
    const both = merge(withCertificate(gas.id, { complianceItem: 'gasSafety' }), { compliance });
    expect([both.questions, both.merged.compliance.gasSafety.expiryDate]).toEqual([[], null]);
  });
});

it('replaces all rows when saving an already added property, matching rows by content or file', () => {
  const file = { url: '/a', name: 'gas.pdf', contentType: 'application/pdf', bytes: 1 };
  const blank = mine({ certificates: [{ ...newRow, cost: '30' }, newRow], invoices: [] });
  const yours = {
    ...blank,
    certificates: blank.certificates.map((row, index) => (index === 0 ? { ...row, file } : row)),
  };
  const existing = { ...home, certificates: [gas, { ...epc, file }, theSameRow] };
  const over = overwrite(yours, existing);
  expect(names(over)).toEqual([`Fire alarm test ${epc.id}`, `Fire alarm test ${NEW_ID}`]);
  expect([over.removedCertificates, over.removedInvoices]).toEqual([[gas.id], [boiler.id]]);
});
