/** What statement files add to the screens of all nouns. */
import type { NounParts } from '../../shared/noun-parts.ts';

export const statementParts: NounParts = {
  shortcuts: { go: [{ keys: 'gi', name: 'Import a statement', href: '/dashboard/finance/import' }] },
};
