import type { NounParts } from '../../shared/noun-parts.ts';

export const sampleParts: NounParts = { activity: { nouns: { 'sample portfolio': { icon: 'sample' } } } };
