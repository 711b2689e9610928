/** Where the rules of signing up and in begin: the least that counts, and one less. */
import { describe, expect, it } from 'vitest';
import { newPerson } from '../../../test/make.ts';
import { ProfileInput, SignInInput, SignUpInput } from './account.ts';

const EMAIL = 'Please enter a valid email address.';
const PASSWORD = 'Password must be at least 8 characters.';

describe('signing up', () => {
  it.each([
    ['name', 'Al', 'A', 'Name must be at least 2 characters.'],
    ['email', 'a@b.uk', 'a@b', EMAIL],
    ['password', '12345678', '1234567', PASSWORD],
    ['acceptTerms', true, false, 'You must accept the terms and conditions.'],
  ])('with a %s of %j goes; with %j it is answered: %s', (field, enough, tooLittle, words) => {
    expect(SignUpInput.safeParse({ ...newPerson(), [field]: enough }).success).toBe(true);
    const { error } = SignUpInput.safeParse({ ...newPerson(), [field]: tooLittle });
    expect(error?.issues.map(({ message }) => message)).toEqual([words]);
  });
});

describe('signing in', () => {
  it('asks for a valid address and eight characters', () => {
    expect(SignInInput.safeParse({ email: 'a@b.uk', password: '12345678' }).success).toBe(true);
    const { error } = SignInInput.safeParse({ email: 'ada', password: '1234567' });
    expect(error?.issues.map(({ message }) => message)).toEqual([EMAIL, PASSWORD]);
  });
});

describe('the profile', () => {
  const person = { name: 'Al', email: 'a@b.uk' };

  it.each([
    ['S2.5.11', 'name', 'A', 'Name must be at least 2 characters'],
    ['S2.5.11', 'name', '  ', 'Name must be at least 2 characters'],
    ['S2.5.12', 'email', 'ada@', 'Invalid email address'],
    ['S2.5.12', 'email', `${'a'.repeat(250)}@b.uk`, 'Invalid email address'],
  ])('%s: with a %s of %j is answered: %s', (_id, field, typed, words) => {
    expect(ProfileInput.safeParse(person).success).toBe(true);
    const { error } = ProfileInput.safeParse({ ...person, [field]: typed });
    expect(error?.issues.map(({ message }) => message)).toEqual([words]);
  });
});
