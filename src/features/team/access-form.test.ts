import { describe, expect, it } from 'vitest';
import {
  AccessForm,
  addressesIn,
  InvitationForm,
  NO_ACCESS,
  refusedLine,
  sentLine,
  type Typed,
} from './access-form.ts';

const PROPERTY = { id: '0b54f1de-64a5-4b8c-8d6f-6d6f0f2f1e11', address: '14 Chandos Terrace, Leeds' };
const typed = (overrides: Partial<Typed>): Typed => ({
  ...NO_ACCESS,
  emails: 'sam@ode.example',
  role: 'manager',
  ...overrides,
});

it('reads addresses on lines and between commas, each once', () => {
  expect(addressesIn(' a@x.example,b@x.example;\n A@x.example  c@x.example\n')).toEqual([
    'a@x.example',
    'b@x.example',
    'c@x.example',
  ]);
});

describe('an invitation', () => {
  const errors = (overrides: Partial<Typed>) =>
    InvitationForm.safeParse(typed(overrides)).error?.issues.map(({ path, message }) => [path.join('.'), message]);

  it('is converted to the input of the API', () => {
    expect(InvitationForm.parse(typed({ reach: 'chosen', propertyIds: [PROPERTY], endsOn: '2027-01-31' }))).toEqual({
      emails: ['sam@ode.example'],
      role: 'manager',
      whole: false,
      propertyIds: [PROPERTY.id],
      endsOn: '2027-01-31',
      taxYears: null,
      seesPayers: false,
    });
  });

  it.each<[Partial<Typed>, string, string]>([
    [{ emails: '' }, 'emails', 'Enter at least one email address'],
    [{ emails: 'sam@ode.example, tom' }, 'emails', 'Enter a valid email address: tom'],
    [{ role: '' }, 'role', 'Choose a role'],
    [{ reach: 'chosen' }, 'propertyIds', 'Choose at least one property, or all properties'],
    [{ role: 'guest' }, 'endsOn', 'Enter the last day. A guest always needs one'],
    [{ endsOn: '31/02/2027' }, 'endsOn', 'Enter today or a later date'],
  ])('with %j has an error at %s', (overrides, field, message) => {
    expect(errors(overrides)).toEqual([[field, message]]);
  });
});

it('leaves out properties and a last day that the role does not have', () => {
  const before = typed({ reach: 'chosen', propertyIds: [PROPERTY], endsOn: '2027-01-31' });
  expect(AccessForm.parse({ ...before, role: 'owner' })).toEqual({
    role: 'owner',
    whole: true,
    propertyIds: [],
    endsOn: null,
    taxYears: null,
    seesPayers: false,
  });
});

it('names each address that was not invited', () => {
  const message = 'Sam Ode is already in this account';
  expect(refusedLine([{ email: 'sam@ode.example', message }])).toBe(`sam@ode.example: ${message}.`);
  expect([sentLine(1), sentLine(3)]).toEqual(['Invitation sent', '3 invitations sent']);
});
