/** Where the rules of a property begin: the least that counts, and one less. */
import { describe, expect, it } from 'vitest';
import { newProperty } from '../../../test/make.ts';
import { Certificate, CertificateInput } from './certificates/certificate.ts';
import { ComplianceInput, NO_COMPLIANCE } from './compliance/compliance.ts';
import { certificateLine, deletedSummary, deletionSummary, keysLine } from './detail/deletion-summary.ts';
import { FORM_TABS, placeOf, tabOf } from './form/form-tabs.ts';
import { InvoiceInput } from './invoices/invoice.ts';
import { filterOf, isNarrowed, PropertyListSearch } from './list/search-params.ts';
import {
  bedsLine,
  countLine,
  looksLikePostcode,
  normalisePostcode,
  PROPERTY_STATUSES,
  PROPERTY_TYPES,
  PropertyInput,
  placeLine,
  postcodeHint,
  rentLine,
} from './property.ts';

const messages = (given: Record<string, unknown>) =>
  PropertyInput.safeParse({ ...newProperty(), ...given }).error?.issues.map(({ message }) => message) ?? [];

describe('the least that counts', () => {
  it.each([
    ['address', '1 Elm', '1 El', 'Address must be at least 5 characters'],
    ['city', 'Ae', 'A', 'City is required'],
    ['postalCode', 'M1 1A', 'M1 1', 'Valid postal code is required'],
    ['bedrooms', 0, -1, 'Number of bedrooms is required'],
    ['bathrooms', 0, -1, 'Number of bathrooms is required'],
    ['rent', 0, -1, 'Rent amount is required'],
    ['propertyType', 'flat', '', 'Property type is required'],
  ])('of %s is %j; %j is answered: %s', (field, enough, tooLittle, words) => {
    expect(messages({ [field]: enough })).toEqual([]);
    expect(messages({ [field]: tooLittle })).toEqual([words]);
  });
});

describe('what can be chosen', () => {
  it('is one of six types', () => {
    expect(PROPERTY_TYPES).toEqual(['flat', 'house', 'detached', 'semi-detached', 'bungalow', 'terraced']);
  });

  it('is one of three statuses', () => {
    expect([...PROPERTY_STATUSES].sort()).toEqual(['maintenance', 'occupied', 'vacant']);
  });
});

describe('a property in words', () => {
  it('tells its rent by the month, in pounds', () => {
    expect(rentLine({ rent: 115_000 })).toBe('£1,150.00/mo');
    expect(rentLine({ rent: 0 })).toBe('£0.00/mo');
  });

  it('has one bed or several', () => {
    expect([0, 1, 3].map((bedrooms) => bedsLine({ bedrooms, propertyType: 'flat' }))).toEqual([
      '0 beds · flat',
      '1 bed · flat',
      '3 beds · flat',
    ]);
  });

  it('is counted in singular and plural', () => {
    expect([0, 1, 9, 5000].map(countLine)).toEqual(['0 Properties', '1 Property', '9 Properties', '5,000 Properties']);
  });

  it('names the county only where it is not the city again', () => {
    expect(placeLine({ city: 'Leeds', state: 'Leeds', postalCode: 'LS8 1QS' })).toBe('Leeds, LS8 1QS');
    expect(placeLine({ city: 'Otley', state: 'West Yorkshire', postalCode: 'LS21 1BT' })).toBe(
      'Otley, West Yorkshire, LS21 1BT',
    );
  });
});

describe('a British postcode', () => {
  it.each(['M1 1AE', 'B33 8TH', 'CR2 6XH', 'DN55 1PT', 'W1A 0AX', 'EC1A 1BB', 'GIR 0AA', 'ls81qs', ' LS8  1QS '])(
    'is recognised: %s',
    (text) => {
      expect(looksLikePostcode(text)).toBe(true);
      expect(postcodeHint(text)).toBeUndefined();
    },
  );

  it.each(['12345', '75008', 'LS8 1Q', 'LS8 11QS', 'LLS8 1QS', '8LS 1QS', 'D02 X285'])(
    'is missed, and said so: %s',
    (text) => {
      expect(looksLikePostcode(text)).toBe(false);
      expect(postcodeHint(text)).toBe('This does not look like a British postcode. You can save it all the same.');
    },
  );

  it('is not missed before enough is typed to tell', () => {
    expect(['', 'L', 'LS8 '].map(postcodeHint)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a postcode as it is kept', () => {
  it.each([
    ['sw1a1aa', 'SW1A 1AA'],
    ['SW1A 1AA', 'SW1A 1AA'],
    [' sw1a  1aa ', 'SW1A 1AA'],
    ['m11ae', 'M1 1AE'],
    ['gir0aa', 'GIR 0AA'],
  ])('%s becomes %s', (typed, kept) => {
    expect(normalisePostcode(typed)).toBe(kept);
  });

  it.each(['75008', 'D02 X285', 'ls8 1q', 's w1a 1aa', 'sw1a1\u00a01aa'])(
    'stays as typed where it is none: %s',
    (typed) => {
      expect(normalisePostcode(typed)).toBe(typed);
    },
  );
});

describe('the address of the list', () => {
  it('is plain when everything is at its default', () => {
    expect(PropertyListSearch.parse({ q: '', sort: 'newest' })).toEqual({});
  });

  it('keeps search, status and sort', () => {
    const search = { q: 'York', status: 'vacant', sort: 'rent' };
    expect(PropertyListSearch.parse(search)).toEqual(search);
  });

  it('opens the whole list where it says what does not exist', () => {
    expect(PropertyListSearch.parse({ q: '  ', status: 'haunted', sort: 'colour' })).toEqual({});
  });

  it('never asks for a text longer than the server takes', () => {
    expect(PropertyListSearch.parse({ q: 'x'.repeat(500) }).q).toHaveLength(200);
  });

  it('asks the server for the newest first unless it says otherwise', () => {
    expect(filterOf({ status: 'vacant' })).toEqual({ q: '', status: 'vacant', sort: 'newest' });
    expect(filterOf({ sort: 'address' })).toEqual({ q: '', sort: 'address' });
  });

  it('narrows the list by search and status, not by sort', () => {
    expect([isNarrowed({ q: 'a' }), isNarrowed({ status: 'vacant' }), isNarrowed({ sort: 'rent' })]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

const ID = '00000000-0000-4000-8000-000000000001';
const FILE = { url: '/api/files/x/y/z.pdf', name: 'z.pdf', contentType: 'application/pdf', bytes: 9 };
const certificate = (file: typeof FILE | null) => ({ ...CertificateInput.parse({ name: 'Gas' }), id: ID, file });
const invoice = (file: typeof FILE | null) => ({ ...InvoiceInput.parse({}), id: ID, file });
const bare = { certificates: [], compliance: NO_COMPLIANCE, invoices: [], imageUrl: null };

const full = {
  certificates: [certificate(FILE), certificate(FILE)],
  compliance: ComplianceInput.parse({
    ...NO_COMPLIANCE,
    gasSafety: { notApplicable: 'All electric' },
    alarms: { completed: true },
    hhsrs: { notes: 'Ask the council' },
  }),
  invoices: [invoice(FILE)],
  imageUrl: '/api/files/property_images/y/z.jpg',
};

describe('what goes with a property', () => {
  it('is counted, kind by kind: certificates, compliance items with anything entered, invoices, files', () => {
    expect(deletionSummary(full)).toBe('2 certificates, 3 compliance items, 1 invoice and 4 files go with it.');
  });

  it('names only what there is', () => {
    expect(deletionSummary({ ...bare, invoices: [invoice(null), invoice(null)] })).toBe('2 invoices go with it.');
    expect(deletionSummary({ ...bare, certificates: [certificate(null)] })).toBe('1 certificate goes with it.');
    expect(deletionSummary({ ...bare, imageUrl: full.imageUrl })).toBe('1 file goes with it.');
    expect(deletionSummary({ ...bare, certificates: [certificate(FILE)] })).toBe(
      '1 certificate and 1 file go with it.',
    );
  });

  it('is nothing where only the property itself was entered', () => {
    expect(deletionSummary(bare)).toBe('');
    expect(deletedSummary(bare)).toBe('');
  });

  it('is said again once it is gone', () => {
    expect(deletedSummary(full)).toBe('2 certificates, 3 compliance items, 1 invoice and 4 files went with it.');
    expect(deletedSummary({ ...bare, invoices: [invoice(null)] })).toBe('1 invoice went with it.');
  });
});

describe('the line about the keys', () => {
  it.each([
    [3, 'Yale', '0417', '3 Yale, code 0417'],
    [3, '', '', '3 keys'],
    [1, '', '', '1 key'],
    [0, '', '', '0 keys'],
    [null, 'Yale', '', 'Yale'],
    [null, '', '0417', 'code 0417'],
    [null, '', '', ''],
  ])('of %s, "%s" and "%s" is "%s"', (keysAmount, keyType, keyCode, words) => {
    expect(keysLine({ keysAmount, keyType, keyCode })).toBe(words);
  });
});

describe('the line about a certificate', () => {
  const certificate = (given: object) =>
    Certificate.parse({
      ...CertificateInput.parse({ name: 'Gas', ...given }),
      id: '00000000-0000-4000-8000-000000000001',
    });

  it('says who made it, how often it is renewed, and its days', () => {
    const given = { providerName: 'Kirkstall Heating', issueDate: '2026-05-08', expirationDate: '2027-05-08' };
    // Its days do not break over two lines.
    expect(certificateLine(certificate(given)).replaceAll('\u00a0', ' ')).toBe(
      'Kirkstall Heating · renewed yearly · issued 08 May 2026 · expires 08 May 2027',
    );
  });

  it('leaves out what is not known', () => {
    expect(certificateLine(certificate({ renewalFrequency: 'Every 5 Years' }))).toBe('renewed every 5 years');
    expect(certificateLine(certificate({ renewalFrequency: 'Other' }))).toBe('other renewal');
  });
});

describe('the tabs of the property form', () => {
  it('are called as the specification calls them, in its order', () => {
    expect(FORM_TABS.map(({ label }) => label).join(', ')).toBe(
      'Basic Details, Keys, Guarantor, Certificates, Compliance, Invoices',
    );
  });

  it('hold every field', () => {
    expect(
      [
        'address',
        'imageUrl',
        'keysAmount',
        'guarantorPhone',
        'certificates.2.name',
        'compliance.alarms.notes',
        'invoices.0.file',
      ].map(tabOf),
    ).toEqual(['basic-details', 'basic-details', 'keys', 'guarantor', 'certificates', 'compliance', 'invoices']);
  });

  it('say where a field stands', () => {
    expect(['rent', 'certificates.1.name', 'compliance.gasSafety.notes'].map(placeOf)).toEqual([
      'Basic Details',
      'Certificates, row 2',
      'Compliance, Gas Safety',
    ]);
  });
});
