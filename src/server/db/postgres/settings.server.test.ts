import { describe, expect, it } from 'vitest';
import { sharedBuffers } from './settings.server.ts';

const GB = 1024 ** 3;

describe('the memory PostgreSQL takes for its pages', () => {
  it('is a sixteenth of the machine’s, within bounds', () => {
    expect([0.25, 0.5, 2, 4, 64].map((size) => sharedBuffers(size * GB))).toEqual([
      '32MB',
      '32MB',
      '128MB',
      '256MB',
      '256MB',
    ]);
  });
});
