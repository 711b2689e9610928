import { agreedTo, checkedImport, IMPORTS, importedFile, sentImport } from '../fixtures/import-files.ts';
import type { Landlord } from '../fixtures/landlords.ts';
import { PDF } from '../fixtures/uploads.ts';
import { zipOf } from '../fixtures/zips.ts';
import { type AuthorizationCases, ownedRoute } from './authorization-cases.ts';

const FILE = 'houses.csv';
const HOUSES = 'Address,Town,Postcode,Type,Rent\n1 Mill Road,Leeds,LS1 0QN,2 bed flat,700\n';

const sent = (owner: Landlord) => sentImport(owner, FILE, HOUSES);
const checked = async (owner: Landlord) => checkedImport(owner, await sent(owner));
const imported = (owner: Landlord) => importedFile(owner, FILE, HOUSES);

const at = ({ id }: { id: string }) => `${IMPORTS}/${id}`;

const template = (path: string) =>
  ownedRoute({
    make: async () => path,
    request: (path) => ({ path }),
    answer: () => ({ status: 200 }),
    otherLandlord: 'own',
    guarded: false,
  });

export const IMPORTED_FILES: AuthorizationCases = {
  [`POST ${IMPORTS}`]: ownedRoute({
    make: async () => new TextEncoder().encode(HOUSES),
    request: (body) => ({
      path: `${IMPORTS}?name=${FILE}`,
      body,
      headers: { 'content-type': 'application/octet-stream' },
    }),
    answer: () => ({ status: 201, body: { name: FILE, ready: true } }),
    otherLandlord: 'own',
    guarded: true,
  }),
  [`GET ${IMPORTS}`]: ownedRoute({
    make: imported,
    request: () => ({ path: IMPORTS }),
    answer: ({ id }) => ({ status: 200, body: { items: [{ id, name: FILE, rows: 1 }] } }),
    otherLandlord: 'own',
    guarded: false,
  }),
  [`GET ${IMPORTS}/template.xlsx`]: template(`${IMPORTS}/template.xlsx`),
  [`GET ${IMPORTS}/templates/{kind}`]: template(`${IMPORTS}/templates/properties.csv`),
  [`GET ${IMPORTS}/{id}`]: ownedRoute({
    make: sent,
    request: (made) => ({ path: at(made) }),
    answer: ({ id }) => ({ status: 200, body: { id, name: FILE } }),
    otherLandlord: 404,
    guarded: false,
  }),
  [`PATCH ${IMPORTS}/{id}`]: ownedRoute({
    make: sent,
    request: (made) => ({ path: at(made), body: { sheets: [{ id: 0, fixed: { status: 'Let' } }] } }),
    answer: ({ id }) => ({ status: 200, body: { id, sheets: [{ fixed: { status: 'Let' } }] } }),
    otherLandlord: 404,
    guarded: true,
  }),
  [`DELETE ${IMPORTS}/{id}`]: ownedRoute({
    make: sent,
    request: (made) => ({ path: at(made) }),
    answer: () => ({ status: 204 }),
    otherLandlord: 404,
    guarded: false,
  }),
  [`POST ${IMPORTS}/{id}/files`]: ownedRoute({
    make: async (owner) => ({ ...(await sent(owner)), zip: await zipOf({ 'Gas.pdf': PDF }) }),
    request: (made) => ({
      path: `${at(made)}/files`,
      body: made.zip,
      headers: { 'content-type': 'application/octet-stream' },
    }),
    answer: ({ id }) => ({ status: 200, body: { id, files: 1 } }),
    otherLandlord: 404,
    guarded: true,
  }),
  [`POST ${IMPORTS}/{id}/check`]: ownedRoute({
    make: sent,
    request: (made) => ({ path: `${at(made)}/check`, body: {} }),
    answer: () => ({ status: 200 }),
    otherLandlord: 404,
    guarded: true,
  }),
  [`GET ${IMPORTS}/{id}/rows`]: ownedRoute({
    make: checked,
    request: (made) => ({ path: `${at(made)}/rows` }),
    answer: () => ({ status: 200, body: { items: [{ number: 2, outcome: 'new' }], total: 1 } }),
    otherLandlord: 404,
    guarded: false,
  }),
  [`PATCH ${IMPORTS}/{id}/rows/{sheet}/{number}`]: ownedRoute({
    make: checked,
    request: (made) => ({ path: `${at(made)}/rows/0/2`, body: { leaveOut: true } }),
    answer: () => ({ status: 200, body: { row: { outcome: 'left_out' } } }),
    otherLandlord: 404,
    guarded: true,
  }),
  [`GET ${IMPORTS}/{id}/wrong.csv`]: ownedRoute({
    make: checked,
    request: (made) => ({ path: `${at(made)}/wrong.csv` }),
    answer: () => ({ status: 200 }),
    otherLandlord: 404,
    guarded: false,
  }),
  [`POST ${IMPORTS}/{id}/run`]: ownedRoute({
    make: checked,
    request: (made) => ({ path: `${at(made)}/run`, body: agreedTo(made) }),
    answer: () => ({ status: 200 }),
    otherLandlord: 404,
    guarded: true,
  }),
  [`GET ${IMPORTS}/{id}/undo`]: ownedRoute({
    make: imported,
    request: (made) => ({ path: `${at(made)}/undo` }),
    answer: () => ({ status: 200, body: { remove: [{ kind: 'properties', count: 1 }] } }),
    otherLandlord: 404,
    guarded: false,
  }),
  [`POST ${IMPORTS}/{id}/undo`]: ownedRoute({
    make: imported,
    request: (made) => ({ path: `${at(made)}/undo`, body: {} }),
    answer: () => ({ status: 200, body: { remove: [{ kind: 'properties', count: 1 }] } }),
    otherLandlord: 404,
    guarded: false,
  }),
};
