import { describe, expect, it } from 'vitest';
import { count, megabytes, milliseconds, tableOf } from './table.ts';

describe('the table of a measurement', () => {
  it('sets names to the left and figures to the right, as wide as the widest', () => {
    expect(
      tableOf(
        ['Row', 'p50 ms'],
        [
          ['GET /healthz', '0.21'],
          ['List', '1.2'],
        ],
      ),
    ).toBe(
      [
        'Row           p50 ms', //
        '────────────  ──────',
        'GET /healthz    0.21',
        'List             1.2',
      ].join('\n'),
    );
  });

  it('leaves a missing cell empty', () => {
    expect(tableOf(['Row', 'A', 'B'], [['x', '1']])).toBe('Row  A  B\n───  ─  ─\nx    1');
  });

  it('writes figures as they are read', () => {
    expect([count(3412.4), count(null)]).toEqual(['3,412', '–']);
    expect([0.478, 1.24, 9.96, 27.4, 1234].map(milliseconds)).toEqual(['0.48', '1.2', '10.0', '27', '1,234']);
    expect(milliseconds(Number.NaN)).toBe('–');
    expect([megabytes(5 * 1024 * 1024), megabytes(null)]).toEqual(['5 MB', '–']);
  });
});
