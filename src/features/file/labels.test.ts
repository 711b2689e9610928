import { describe, expect, it } from 'vitest';
import { fileWords, sizeWords } from './labels.ts';

describe('the size of a file in words', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [412 * 1024, '412 kB'],
    [999 * 1024, '999 kB'],
    [999.6 * 1024, '1 MB'],
    [1.24 * 1024 ** 2, '1.2 MB'],
    [9.94 * 1024 ** 2, '9.9 MB'],
    [9.96 * 1024 ** 2, '10 MB'],
    [20 * 1024 ** 2, '20 MB'],
  ])('%d is told as %s', (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });
});

describe('a file in words', () => {
  it('is its kind and its size', () => {
    expect(fileWords({ contentType: 'application/pdf', bytes: 421_888 })).toBe('PDF, 412 kB');
    expect(fileWords({ contentType: 'image/jpeg', bytes: 1_300_000 })).toBe('JPEG picture, 1.2 MB');
    expect(fileWords({ contentType: 'application/vnd.ms-excel', bytes: 2048 })).toBe('Excel spreadsheet, 2 kB');
  });

  it('is its size alone where the kind is not one of ours', () => {
    expect(fileWords({ contentType: 'text/html', bytes: 10 })).toBe('10 bytes');
  });
});
