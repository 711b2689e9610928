/**
 * The providers' own descriptions and examples, which are no part of this repository: in CONTRACTS_DIR, else in a folder `contracts` or
 * `shared/contracts` beside the checkout. Tests that need them are skipped, and say so, where there is none.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const beside = resolve(import.meta.dirname, '../../..');
const places = [process.env.CONTRACTS_DIR, `${beside}/contracts`, `${beside}/shared/contracts`];

export const contractsFolder = places.find((folder) => folder && existsSync(folder));
