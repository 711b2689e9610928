/** The folder with the providers' API descriptions, outside the repository. Without it, contract tests are skipped. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const beside = resolve(import.meta.dirname, '../../..');
const places = [process.env.CONTRACTS_DIR, `${beside}/contracts`, `${beside}/shared/contracts`];

export const contractsFolder = places.find((folder) => folder && existsSync(folder));
