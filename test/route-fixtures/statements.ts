import { importedStatement, STATEMENTS, sentStatement, statementBytes } from '../fixtures/statement-files.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const FILE = 'barclays.csv';
const INTO = { account: { institution: 'Barclays', accountType: 'business' } } as const;

const waiting = {
  make: (owner: Parameters<typeof sentStatement>[0]) => sentStatement(owner, FILE),
  otherLandlord: 404,
  guarded: false,
} as const;
const imported = {
  make: async (owner: Parameters<typeof sentStatement>[0]) => {
    const path = await sentStatement(owner, FILE);
    await importedStatement(owner, path, INTO);
    return path;
  },
  guarded: false,
} as const;

export const STATEMENT_FILES: AuthorizationCases = {
  [`POST ${STATEMENTS}`]: ownedRoute({
    make: async () => new Uint8Array(statementBytes(FILE)),
    request: (body) => ({
      path: `${STATEMENTS}?name=${FILE}`,
      body,
      headers: { 'content-type': 'application/octet-stream' },
    }),
    answer: () => ({ status: 201 }),
    otherLandlord: 'own',
    guarded: false,
  }),
  [`GET ${STATEMENTS}`]: ownedRoute({
    ...imported,
    request: () => ({ path: STATEMENTS }),
    answer: () => ({ status: 200, body: { items: [{ fileName: FILE, rows: 4 }] } }),
    otherLandlord: 'own',
  }),
  [`GET ${STATEMENTS}/{id}`]: ownedRoute({
    ...waiting,
    request: (path) => ({ path }),
    answer: () => ({ status: 200, body: { fileName: FILE, counts: { new: 4 } } }),
  }),
  [`PATCH ${STATEMENTS}/{id}`]: ownedRoute({
    ...waiting,
    request: (path) => ({ path, body: { anyway: { line: 2, wanted: true } } }),
    answer: () => ({ status: 204 }),
  }),
  [`DELETE ${STATEMENTS}/{id}`]: ownedRoute({
    ...waiting,
    request: (path) => ({ path }),
    answer: () => ({ status: 204 }),
  }),
  [`POST ${STATEMENTS}/{id}/import`]: ownedRoute({
    ...waiting,
    request: (path) => ({ path: `${path}/import`, body: INTO }),
    answer: () => ({ status: 200 }),
  }),
  [`GET ${STATEMENTS}/{id}/undo`]: ownedRoute({
    ...imported,
    request: (path) => ({ path: `${path}/undo` }),
    answer: () => ({ status: 200, body: { rows: 4, kept: 0, changed: 0, changes: [] } }),
    otherLandlord: 404,
  }),
  [`POST ${STATEMENTS}/{id}/undo`]: ownedRoute({
    ...imported,
    request: (path) => ({ path: `${path}/undo`, body: {} }),
    answer: () => ({ status: 200, body: { rows: 4 } }),
    otherLandlord: 404,
  }),
};
