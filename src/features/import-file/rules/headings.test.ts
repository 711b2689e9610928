import { describe, expect, it } from 'vitest';
import { eitherField, hasTenantsToo, plainHeading, proposeFields, proposeKind } from './headings.ts';

it.each([
  ['Monthly rent (£)', 'monthly rent'],
  ['P/code', 'p code'],
  ['leaseStart', 'lease start'],
  ['Tenant’s e-mail *', 'tenants e mail'],
])('plainHeading makes %j %j', (heading, plain) => {
  expect(plainHeading(heading)).toBe(plain);
});

describe('proposeFields', () => {
  it('reads the headings of a landlord’s list of houses', () => {
    const headings = ['Property', 'Town', 'P/code', 'Type', 'Rent', 'Start', 'Gas cert', 'Key safe'];
    expect(proposeFields('properties', headings)).toEqual([
      'address',
      'city',
      'postalCode',
      'propertyType',
      'rent',
      null,
      'gasExpires',
      null,
    ]);
  });

  it.each([
    [
      'tenants',
      ['Tenant Name', 'Email Address', 'Mob.', 'Property Address', 'Post code', 'Rent pcm', 'Lease start', 'Expiry'],
      ['name', 'email', 'phone', 'property', 'propertyPostcode', 'rentAmount', 'leaseStart', 'leaseEnd'],
    ],
    [
      'suppliers',
      ['Company', 'Trade', 'Contact', 'Tel', 'E-mail', 'Web'],
      ['name', 'serviceType', 'contactPerson', 'phone', 'email', 'website'],
    ],
    [
      'transactions',
      ['Date', 'Details', 'Money In', 'Money Out', 'Category', 'Property'],
      ['date', 'description', 'moneyIn', 'moneyOut', 'category', 'property'],
    ],
    [
      'certificates',
      ['Property', 'Certificate Type', 'Date Issued', 'Expiry Date', 'Engineer'],
      ['property', 'name', 'issueDate', 'expirationDate', 'providerName'],
    ],
  ] as const)('reads those of %s', (kind, headings, fields) => {
    expect(proposeFields(kind, headings)).toEqual(fields);
  });

  it('reads short headings, and headings with a remark in brackets', () => {
    const headings = ['Addr 1', 'Addr 2', 'Post code', 'No. beds', 'Rent (inc. bills)'];
    expect(proposeFields('properties', headings)).toEqual(['address', null, 'postalCode', 'bedrooms', 'rent']);
    expect(proposeFields('tenants', ['Addr 1', 'Tenants (full names)', 'Fixed term to', 'Dep.'])).toEqual([
      'property',
      'name',
      'leaseEnd',
      'depositAmount',
    ]);
  });

  it('gives a heading of either day the one that no other heading has', () => {
    expect(proposeFields('certificates', ['Cert', 'Date', 'Expires'])).toEqual(['name', 'issueDate', 'expirationDate']);
    expect(proposeFields('properties', ['Gas issued', 'Gas cert'])).toEqual(['gasIssued', 'gasExpires']);
  });

  it('proposes a field once', () => {
    expect(proposeFields('tenants', ['Phone', 'Mobile'])).toEqual(['phone', null]);
  });

  it('finds our own labels', () => {
    expect(proposeFields('properties', ['Gas Safety, valid until', 'Rent a month'])).toEqual(['gasExpires', 'rent']);
  });
});

it('eitherField asks what a date of a certificate is', () => {
  expect(eitherField('properties', 'Gas cert')).toEqual(['gasExpires', 'gasIssued']);
  expect(eitherField('properties', 'Gas cert expiry')).toBeUndefined();
});

describe('proposeKind', () => {
  it.each([
    ['Houses', ['Property', 'Town', 'P/code', 'Type', 'Rent'], 'properties'],
    ['People', ['Name', 'Email', 'Phone', 'Property', 'Start', 'Rent'], 'tenants'],
    ['Sheet1', ['Tenant', 'Email', 'Mobile', 'Address', 'Rent pcm', 'Deposit', 'Lease Start'], 'tenants'],
    ['Sheet1', ['Company', 'Trade', 'Phone', 'Email', 'Address'], 'suppliers'],
    ['Sheet1', ['Date', 'Description', 'Amount', 'Category'], 'transactions'],
    ['Compliance', ['Property', 'Certificate', 'Issued', 'Expiry'], 'certificates'],
    ['Notes', ['To do', 'By whom'], null],
    ['Sheet1', ['', '', ''], null],
  ])('of %s with %j is %s', (name, headings, kind) => {
    expect(proposeKind({ name, headings })).toBe(kind);
  });
});

it('hasTenantsToo sees a list of lets with a property and its tenant in each row', () => {
  expect(hasTenantsToo({ headings: ['Address', 'Town', 'Postcode', 'Rent', 'Tenant', 'Email', 'Tenancy start'] })).toBe(
    true,
  );
  expect(hasTenantsToo({ headings: ['Address', 'Town', 'Postcode', 'Rent', 'Start'] })).toBe(false);
});
