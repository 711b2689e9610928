import { expect, it } from 'vitest';
import { passwords } from './password.server.ts';

// Created by better-auth 1.6.34, which hashed passwords until November 2026.
const STORED_HASH =
  'c3d7c7fdb06086e6004660282c1bd8e9:7a8455c6d8b45d85a33537b8a3dba38f7e3ee18ebbf1722c095d7ffef01ee4d28dd09620cd4f0063428a39bff73b0095088c65537dd3cabb91e662872cbd2840';

it('verifies a password against a hash of an earlier version, in any Unicode normalisation', async () => {
  expect(await passwords.verify(STORED_HASH, 'pässwörter 😀')).toBe(true);
  expect(await passwords.verify(STORED_HASH, 'pässwörter 😀'.normalize('NFD'))).toBe(true);
  for (const other of ['pässwörter', 'passworter 😀', ''])
    expect(await passwords.verify(STORED_HASH, other)).toBe(false);
});

it('creates a different hash each time, and returns false without one', async () => {
  const [one, other] = [await passwords.hash('a password'), await passwords.hash('a password')];
  expect(one).not.toBe(other);
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
  expect(await passwords.verify(one, 'a password')).toBe(true);
  for (const invalid of [undefined, '', 'x', one.slice(0, -2)])
    expect(await passwords.verify(invalid, 'a password')).toBe(false);
});
