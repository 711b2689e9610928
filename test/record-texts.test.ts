import { expect, it } from 'vitest';
import { TEXTS as PROPERTY } from '../src/features/property/listed.ts';
import { TEXTS as SUPPLIER } from '../src/features/supplier/listed.ts';
import { TEXTS as TENANT } from '../src/features/tenant/listed.ts';

const NOUNS = [
  { texts: PROPERTY, words: { one: 'property', One: 'Property', many: 'properties', Many: 'Properties' } },
  { texts: TENANT, words: { one: 'tenant', One: 'Tenant', many: 'tenants', Many: 'Tenants' } },
  { texts: SUPPLIER, words: { one: 'supplier', One: 'Supplier', many: 'suppliers', Many: 'Suppliers' } },
] as const;

it.each([
  ['S2.2.6', 'title', '{Many}'],
  ['S2.2.9', 'loadingList', 'Loading {many}...'],
  ['S1.2.75', 'loadingOne', 'Loading {One}...'],
  ['S1.2.62 S2.2.10', 'empty', 'No {many} found'],
  ['S1.2.63 S2.2.10', 'addFirst', 'Add a {one}'],
  ['S1.2.72', 'addTitle', 'Add New {One}'],
  ['S1.2.74', 'editTitle', 'Edit {One}'],
  ['S1.8.11 S1.8.33 S2.8.14', 'added', '{One} added successfully!'],
  ['S1.8.12 S1.8.34 S2.8.15', 'updated', '{One} updated successfully!'],
  ['S1.8.13 S1.8.35 S2.8.16', 'deleted', '{One} deleted successfully'],
  ['S1.8.14 S1.8.36 S2.8.2', 'listFailed', 'Failed to load {many}'],
  ['S1.8.15 S1.8.39 S2.8.4', 'addFailed', 'Failed to add {one}'],
  ['S1.8.16 S1.8.44 S2.8.9', 'updateFailed', 'Failed to update {one}'],
  ['S1.8.20 S2.8.6', 'notFound', '{One} not found'],
  ['S1.8.21 S1.8.42 S2.8.7', 'editLoadFailed', 'Error loading {one} data'],
  ['S1.8.22 S1.8.46 S2.8.11', 'detailFailed', 'There was an error loading the {one} details.'],
  ['S1.8.23 S1.8.48 S2.8.13', 'deleteFailed', 'There was an error deleting the {one}.'],
  ['S1.8.25 S1.8.50 S2.8.17', 'deleteQuestion', 'Are you sure you want to delete this {one}?'],
  ['S1.8.17 S1.8.38 S2.8.3', 'signInToAdd', 'You must be logged in to add a {one}'],
  ['S1.2.77 S1.6.4 S2.8.5', 'signInToEdit', 'You must be logged in to edit {many}'],
  ['S1.8.18 S1.8.43 S2.8.8', 'signInToUpdate', 'You must be logged in to update a {one}'],
  ['S1.2.88 S2.8.10', 'signInToView', 'You must be logged in to view {one} details'],
  ['S1.8.19 S1.8.47 S2.8.12', 'signInToDelete', 'You must be logged in to delete a {one}'],
] as const)('%s: %s is "%s"', (_, name, sentence) => {
  for (const { texts, words } of NOUNS)
    expect(texts[name]).toBe(sentence.replace(/\{(\w+)\}/, (_, word) => words[word as keyof typeof words]));
});
