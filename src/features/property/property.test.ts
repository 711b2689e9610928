import { describe, expect, it } from 'vitest';
import { newCertificate, newCompliance, newInvoice, newProperty } from '../../../test/fixtures/make.ts';
import { NO_COMPLIANCE } from '../compliance/compliance.ts';
import { deletedSummary, deletionSummary, keysLine } from './detail/detail-lines.ts';
import { CERTIFICATE, INVOICE, RENEWAL_FREQUENCIES } from './documents.ts';
import { looksLikePostcode, normalisePostcode, postcodeHint } from './home/postcode.ts';
import {
  bedsLine,
  PROPERTY_STATUSES,
  PROPERTY_TYPES,
  placeLine,
  rentLine,
  STATUS_COLOURS,
  statusLine,
} from './listed.ts';
import { PROPERTY, PropertyInput } from './property.ts';

describe('the wording', () => {
  it.each([
    ['S1.4.20', PROPERTY.shape.status.options.map(({ label }) => label).join(), 'Vacant,Occupied,Maintenance'],
    ['S1.3.6', PROPERTY_TYPES.join(), 'flat,house,detached,semi-detached,bungalow,terraced'],
    [
      'S1.3.6',
      PROPERTY.shape.propertyType.options.map(({ label }) => label).join(),
      'Flat,House,Detached,Semi-detached,Bungalow,Terraced',
    ],
    ['S1.4.18', PROPERTY_STATUSES.toSorted().join(), 'maintenance,occupied,vacant'],
    ['S1.4.24', JSON.stringify(STATUS_COLOURS), '{"occupied":"green","vacant":"neutral","maintenance":"blue"}'],
    [
      'S1.3.23',
      RENEWAL_FREQUENCIES.join(),
      'Monthly,Quarterly,Biannually,Yearly,Every 2 Years,Every 5 Years,Every 10 Years,Other',
    ],
    [
      'S1.3.8',
      Object.values(CERTIFICATE.labels).join(),
      'Certificate name,Issue date,Expiry date,Renewal frequency,Cost,Provider name,Notes,File,Sets the expiry date of,' +
        'Outcome,Work due,Work done,Confirmed to tenant,Confirmed to council',
    ],
    ['S1.3.22', Object.values(INVOICE.labels).join(), 'Invoice date,Amount,Description,File'],
    [
      'the fields',
      Object.values(PROPERTY.labels).join(),
      'Address,City,Postcode,Property type,Status,Bedrooms,Bathrooms,Rent per month,Description,Photo,' +
        'Key type,Key code,Sets of keys,Guarantor name,Guarantor address,Guarantor phone,Alternative contact,' +
        'Country,Gas appliances or pipes,Storeys with living rooms,Rooms with a fuel-burning appliance,' +
        'People who live there,Households,Let by the room,Leasehold,Facts not known',
    ],
    ['S1.2.69 S1.9.11', rentLine({ rent: 115_050 }), '£1,150.50/mo'],
  ])('%s: %s', (_, text, sentence) => {
    expect(text).toBe(sentence);
  });
});

const wrongFields = (changes: object) =>
  Object.fromEntries(
    PropertyInput.safeParse({ ...newProperty(), ...changes }).error?.issues.map(({ path, message }) => [
      path.join('.'),
      message,
    ]) ?? [],
  );
const longer = (max: string) => `Use ${max} characters or fewer`;
const A_SENTENCE: unknown = expect.any(String);
const DATE = 'Enter a date';
const AMOUNT = 'Enter an amount of 0 or more';
const UPLOAD_AGAIN = 'Upload the file again';

describe('the input of a property', () => {
  it.each([
    ['S1.5.7 S1.9.5', 'address', '1 Elm', '1 El', 'Address must be at least 5 characters'],
    ['S1.5.8 S1.9.6', 'city', 'Ae', 'A', 'City is required'],
    ['S1.5.9 S1.9.7', 'postalCode', 'M1 1A', 'M1 1', 'Valid postal code is required'],
    ['S1.5.10', 'propertyType', 'flat', '', 'Property type is required'],
    ['S1.5.11', 'bedrooms', 0, -1, 'Number of bedrooms is required'],
    ['S1.5.12', 'bathrooms', 0, -1, 'Number of bathrooms is required'],
    ['S1.5.13', 'rent', 0, -1, 'Rent amount is required'],
  ])('%s: accepts a %s of %j and rejects %j with "%s"', (_, field, enough, tooLittle, sentence) => {
    expect(wrongFields({ [field]: enough })).toEqual({});
    expect(wrongFields({ [field]: tooLittle })).toEqual({ [field]: sentence });
  });

  it.each([
    [{ address: '  abcd  ' }, 'Address must be at least 5 characters'],
    [{ propertyType: 'castle' }, 'Property type is required'],
    [{ bedrooms: 1.5 }, 'Enter a whole number'],
    [{ bedrooms: 1e6 }, 'Enter 1,000 or less'],
    [{ bathrooms: '1' }, 'Number of bathrooms is required'],
    [{ rent: '1000' }, 'Rent amount is required'],
    [{ keysAmount: -1 }, 'Enter 0 or more'],
    [{ keysAmount: 1001 }, 'Enter 1,000 or less'],
    [{ keysAmount: '3' }, 'Enter a number'],
    [{ imageUrl: '/api/files/property-invoices/00000000-0000-4000-8000-000000000001/x.jpg' }, UPLOAD_AGAIN],
    [{ imageUrl: '/api/files/property_images/00000000-0000-4000-8000-000000000001/../x.jpg' }, UPLOAD_AGAIN],
    [{ certificates: Array.from({ length: 201 }, () => newCertificate()) }, 'Add 200 certificates or fewer'],
    [{ invoices: Array.from({ length: 501 }, () => ({})) }, 'Add 500 invoices or fewer'],
  ])('rejects %j', (wrong, sentence) => {
    expect(Object.values(wrongFields(wrong))).toEqual([sentence]);
  });

  it.each([
    [{ name: ' ' }, 'Certificate name is required'],
    [{ name: 'x'.repeat(201) }, longer('200')],
    [{ issueDate: '2026-02-29' }, DATE],
    [{ expirationDate: '28/02/2027' }, DATE],
    [{ renewalFrequency: 'Fortnightly' }, 'Choose how often it is renewed'],
    [{ cost: '85.50' }, AMOUNT],
    [{ providerName: 'x'.repeat(201) }, longer('200')],
    [{ notes: 'x'.repeat(2001) }, longer('2,000')],
    [{ complianceItem: 'alarms' }, A_SENTENCE],
    [{ id: 'x' }, A_SENTENCE],
  ])('S1.5.16 S1.5.17 rejects a certificate with %j at its field', (wrong, sentence) => {
    const certificates = [newCertificate(), { ...newCertificate(), ...wrong }];
    expect(wrongFields({ certificates })).toEqual({ [`certificates.1.${Object.keys(wrong)[0]}`]: sentence });
  });

  it.each([
    [{ invoiceDate: '2026-02-29' }, DATE],
    [{ amount: -1 }, AMOUNT],
    [{ description: 'x'.repeat(501) }, longer('500')],
  ])('S1.5.18 rejects an invoice with %j at its field', (wrong, sentence) => {
    const invoices = [{ ...newInvoice(), ...wrong }];
    expect(wrongFields({ invoices })).toEqual({ [`invoices.0.${Object.keys(wrong)[0]}`]: sentence });
  });

  it.each([
    ['gasSafety', { expiryDate: '2026-02-29' }, DATE],
    ['energyPerformance', { rating: 'H' }, 'Choose a rating'],
    ['alarms', { notApplicable: '   ' }, 'Enter why this does not apply'],
    ['alarms', { notApplicable: 'x'.repeat(501) }, longer('500')],
    ['depositProtection', { reference: 'x'.repeat(101) }, longer('100')],
    ['landlordInsurance', { provider: 'a\0b' }, 'This contains characters that cannot be stored'],
    ['landlordInsurance', { notes: 'x'.repeat(2001) }, longer('2,000')],
  ] as const)('rejects %s with %j at its field', (item, wrong, sentence) => {
    const compliance = newCompliance();
    expect(wrongFields({ compliance: { ...compliance, [item]: { ...compliance[item], ...wrong } } })).toEqual({
      [`compliance.${item}.${Object.keys(wrong)[0]}`]: sentence,
    });
  });
});

describe('a UK postcode', () => {
  it.each([
    ['sw1a1aa', 'SW1A 1AA'],
    [' LS8  1QS ', 'LS8 1QS'],
    ['m11ae', 'M1 1AE'],
    ['DN55 1PT', 'DN55 1PT'],
    ['gir0aa', 'GIR 0AA'],
  ])('is recognised and formatted: %s as %s', (typed, stored) => {
    expect([postcodeHint(typed), normalisePostcode(typed)]).toEqual([undefined, stored]);
  });

  it.each(['12345', '75008', 'LS8 1Q', 'LS8 11QS', 'LLS8 1QS', '8LS 1QS', 'D02 X285', 's w1a 1aa'])(
    'has only a hint if %s is invalid',
    (typed) => {
      expect(looksLikePostcode(typed)).toBe(false);
      expect(postcodeHint(typed)).toBe('This does not look like a UK postcode. You can still save it.');
      expect(normalisePostcode(typed)).toBe(typed);
    },
  );

  it('has no hint before enough is typed', () => {
    expect(['', 'L', 'LS8 '].map(postcodeHint)).toEqual([undefined, undefined, undefined]);
  });
});

describe('a property in a line', () => {
  it('counts beds', () => {
    expect([0, 1, 3].map((bedrooms) => bedsLine({ bedrooms, propertyType: 'flat' }))).toEqual([
      'Studio · flat',
      '1 bed · flat',
      '3 beds · flat',
    ]);
  });

  it.each([
    [{ occupied: 6, vacant: 2, maintenance: 0, rent: 0 }, '6 occupied, 2 vacant'],
    [{ occupied: 1_200, vacant: 0, maintenance: 1, rent: 0 }, '1,200 occupied, 1 maintenance'],
  ])('of %o is summarised as "%s"', (totals, words) => {
    expect(statusLine(totals)).toBe(words);
  });

  it('shows the county only if it differs from the city', () => {
    const otley = { city: 'Otley', postalCode: 'LS21 1BT' };
    expect(placeLine({ ...otley, state: 'Otley' })).toBe('Otley, LS21 1BT');
    expect(placeLine({ ...otley, state: 'West Yorkshire' })).toBe('Otley, West Yorkshire, LS21 1BT');
  });

  it.each([
    [3, 'Yale', '0417', '3 Yale, code 0417'],
    [3, '', '', '3 keys'],
    [1, '', '', '1 key'],
    [null, 'Yale', '', 'Yale'],
    [null, '', '0417', 'code 0417'],
    [null, '', '', ''],
  ])('shows keys of %s, "%s" and "%s" as "%s"', (keysAmount, keyType, keyCode, words) => {
    expect(keysLine({ keysAmount, keyType, keyCode })).toBe(words);
  });
});

describe('the summary of a deletion', () => {
  const FILE = { url: '/api/files/x/y/z.pdf', name: 'z.pdf', contentType: 'application/pdf', bytes: 9 };
  const bare = { certificates: [], compliance: NO_COMPLIANCE, invoices: [], imageUrl: null };

  it('counts certificates, compliance items with anything entered, invoices and files', () => {
    const full = {
      certificates: [{ file: FILE }, { file: FILE }],
      compliance: {
        ...NO_COMPLIANCE,
        gasSafety: { ...NO_COMPLIANCE.gasSafety, notApplicable: 'All electric' },
        hhsrs: { ...NO_COMPLIANCE.hhsrs, notes: 'Ask the council' },
      },
      invoices: [{ file: FILE }],
      imageUrl: '/api/files/property_images/y/z.jpg',
    };
    expect(deletionSummary(full)).toBe(
      '2 certificates, 2 compliance items, 1 invoice and 4 files will be deleted too.',
    );
    expect(deletedSummary(full)).toBe('2 certificates, 2 compliance items, 1 invoice and 4 files were deleted too.');
  });

  it('omits zeros', () => {
    expect(deletionSummary(bare)).toBe('');
    expect(deletedSummary(bare)).toBe('');
    expect(deletionSummary({ ...bare, invoices: [{ file: null }] })).toBe('1 invoice will be deleted too.');
    expect(deletionSummary({ ...bare, certificates: [{ file: FILE }] })).toBe(
      '1 certificate and 1 file will be deleted too.',
    );
  });
});
