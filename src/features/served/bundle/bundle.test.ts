import { expect, it } from 'vitest';
import type { Served } from '../served.ts';
import { bundleName, indexDocument } from './bundle.ts';

it('lists kinds without a paper as not in this bundle, in its index', () => {
  const { facts } = indexDocument({
    place: '1 Mill Road',
    types: ['gas', 'epc'],
    versions: [],
    proofs: new Map(),
    day: '2026-11-01',
  });
  expect(facts).toContainEqual({ name: 'Not in this bundle', value: 'Gas, EPC' });
});

it('names the file of proof of each entry in its index, and the place in its own name', () => {
  const proof = { url: '/api/files/documents/1/door.jpg', name: 'door.jpg', contentType: 'image/jpeg', bytes: 9 };
  const served = {
    address: '1 Mill Road',
    state: 'recorded',
    servedAt: '2026-11-01T00:00:00Z',
    recipient: 'Grace',
    method: 'by-hand',
    methodNote: '',
    stateNote: '',
    remark: '',
    proof,
  } as unknown as Served;
  const versions = [{ title: 'Sheet', type: 'notice', sha256: 'a', path: 'Notice/Sheet.pdf', served: [served] }];
  const proofs = new Map([[proof.url, 'Proof/door 2.jpg']]);
  const { rows } = indexDocument({ place: '', types: ['notice'], versions, proofs, day: '2026-11-01' });
  expect(rows.at(-1)?.more).toContain('Proof: Proof/door 2.jpg');
  expect(bundleName({ place: '1 Mill Road, Leeds', day: '2026-11-01' })).toBe(
    'tenure-papers-1-mill-road-leeds-2026-11-01.zip',
  );
});
