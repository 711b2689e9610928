import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  count,
  day,
  email,
  type Field,
  fields,
  flag,
  longText,
  maybeCount,
  maybeDay,
  maybeLongText,
  maybeOption,
  maybePence,
  maybeRecordId,
  maybeText,
  option,
  pence,
  phone,
  picture,
  recordId,
  text,
  textOf,
  website,
} from './fields.ts';
import { websiteUrl } from './text.ts';

const whole = z.number().int().min(0, 'None').max(10);
const ID = '4f3b9c52-7f0e-4b8c-9a44-6d1f8c1f2a10';
const NAME = text('Name', { min: 2, max: 10, message: 'Name is required' });

const FIELDS: [string, Field, { typed: unknown; value: unknown; shown: string; wrong: unknown; sentence: string }][] = [
  ['text', NAME, { typed: ' Pike ', value: 'Pike', shown: 'Pike', wrong: 'P', sentence: 'Name is required' }],
  [
    'optional text',
    maybeText('Key', { max: 3 }),
    { typed: '', value: '', shown: '', wrong: 'four', sentence: 'Use 3 characters or fewer' },
  ],
  [
    'phone',
    phone('Phone', { min: 6, max: 50, message: 'Phone number is required' }),
    { typed: '0117 496', value: '0117 496', shown: '0117 496', wrong: '5', sentence: 'Phone number is required' },
  ],
  [
    'long text',
    longText('Address', { min: 5, max: 500, message: 'Address is required' }),
    {
      typed: '1 Quay\nBath',
      value: '1 Quay\nBath',
      shown: '1 Quay\nBath',
      wrong: '1',
      sentence: 'Address is required',
    },
  ],
  [
    'optional long text',
    maybeLongText('Notes', { max: 3 }),
    { typed: '', value: '', shown: '', wrong: 'four', sentence: 'Use 3 characters or fewer' },
  ],
  [
    'email',
    email('Email', 'Valid email is required'),
    {
      typed: ' a@b.example ',
      value: 'a@b.example',
      shown: 'a@b.example',
      wrong: 'a@b',
      sentence: 'Valid email is required',
    },
  ],
  [
    'text with a custom schema',
    textOf('Postcode', z.string().regex(/^\w+$/, 'Not a postcode')),
    { typed: 'BS6', value: 'BS6', shown: 'BS6', wrong: '-', sentence: 'Not a postcode' },
  ],
  [
    'website',
    website('Website', 'Not a website'),
    { typed: ' b.example ', value: 'b.example', shown: 'b.example', wrong: 'b', sentence: 'Not a website' },
  ],
  [
    'option',
    option('Type', ['flat', 'house'], { message: 'Type is required' }),
    { typed: 'flat', value: 'flat', shown: 'flat', wrong: '', sentence: 'Type is required' },
  ],
  [
    'optional option',
    maybeOption('Rating', ['a', 'b'], { message: 'Choose a rating' }),
    { typed: '', value: null, shown: '', wrong: 'c', sentence: 'Choose a rating' },
  ],
  [
    'flag',
    flag('Paused'),
    {
      typed: true,
      value: true,
      shown: 'Yes',
      wrong: 'on',
      sentence: 'Invalid input: expected boolean, received string',
    },
  ],
  [
    'record',
    recordId('Property', 'Choose a property'),
    { typed: ID, value: ID, shown: ID, wrong: '', sentence: 'Choose a property' },
  ],
  [
    'optional record',
    maybeRecordId('Property', 'Choose a property'),
    { typed: '', value: null, shown: '', wrong: '1', sentence: 'Choose a property' },
  ],
  [
    'pence',
    pence('Rent', 'Rent amount is required'),
    { typed: '1,200.50', value: 120_050, shown: '£1,200.50', wrong: '', sentence: 'Rent amount is required' },
  ],
  [
    'optional pence',
    maybePence('Cost'),
    { typed: '', value: null, shown: '', wrong: '-1', sentence: 'Enter an amount of 0 or more' },
  ],
  ['count', count('Bedrooms', 'None', whole), { typed: '3', value: 3, shown: '3', wrong: '', sentence: 'None' }],
  [
    'optional count',
    maybeCount('Keys', whole),
    { typed: '', value: null, shown: '', wrong: 'x', sentence: 'Enter a number' },
  ],
  [
    'day',
    day('Date', 'Date is required'),
    { typed: '2026-11-21', value: '2026-11-21', shown: '21 Nov 2026', wrong: '', sentence: 'Date is required' },
  ],
  [
    'optional day',
    maybeDay('Until'),
    { typed: '', value: null, shown: '', wrong: '2026-02-30', sentence: 'Enter a date' },
  ],
  [
    'picture',
    picture('Logo', z.string().regex(/^\//, 'Please upload the file again'), 'Its own logo'),
    { typed: '/x', value: '/x', shown: 'Its own logo', wrong: 'x', sentence: 'Please upload the file again' },
  ],
];

describe.each(FIELDS)('a field of type %s', (_, field, { typed, value, shown, wrong, sentence }) => {
  it('parses typed text, fills the form with the value and formats it', () => {
    expect(field.form.parse(typed)).toEqual(value);
    expect(field.input.parse(value)).toEqual(value);
    expect(field.stored.parse(value)).toEqual(value);
    expect(field.form.parse(field.toForm(value))).toEqual(value);
    expect(field.show(value)).toBe(shown);
  });

  it('rejects an invalid value with its own message', () => {
    expect(field.form.safeParse(wrong).error?.issues[0]?.message).toBe(sentence);
  });
});

describe('the fields of a noun', () => {
  const NOUN = fields({ name: NAME, rent: pence('Rent', 'Rent amount is required') });

  it('give an empty form, a form filled from a record, and labels', () => {
    expect(NOUN.blank).toEqual({ name: '', rent: '' });
    expect(NOUN.toForm({ name: 'Pike', rent: 5 })).toEqual({ name: 'Pike', rent: '0.05' });
    expect(NOUN.labels).toEqual({ name: 'Name', rent: 'Rent' });
    expect(NOUN.form.parse({ name: 'Pike', rent: '0.05' })).toEqual(NOUN.input.parse({ name: 'Pike', rent: 5 }));
  });

  it('merge two versions, with a question for each field that both changed', () => {
    const [base, mine, theirs] = [5, 6, 7].map((rent) => ({ name: 'Pike', rent }));
    const { questions } = NOUN.merge({ base: base ?? {}, mine: mine ?? {}, theirs: theirs ?? {} });
    expect(questions).toMatchObject([{ label: 'Rent', yours: '£0.06', theirs: '£0.07' }]);
  });
});

it.each([
  ['harbour.example', 'https://harbour.example/'],
  [' http://harbour.example/about ', 'http://harbour.example/about'],
  ['https://éclair.example', 'https://xn--clair-9ra.example/'],
  ['javascript:alert(1)', null],
  ['ftp://harbour.example', null],
  ['mailto:me@harbour.example', null],
  ['localhost', null],
  ['a b.example', null],
])('links a website typed as %j to %j (S2.2.21)', (typed, url) => {
  expect(websiteUrl(typed)).toBe(url);
});
