/** Kept apart from the schemas, which only forms and the API load. */
import { listQuery } from '../../shared/records/list-query.ts';
import { recordTexts } from '../../shared/records/record-texts.ts';
import { counted } from '../../shared/text.ts';

export const SERVICE_TYPES = [
  'Plumbing',
  'Electrical',
  'HVAC',
  'Cleaning',
  'Landscaping',
  'General Maintenance',
  'Locksmith',
  'Pest Control',
  'Painting',
  'Roofing',
  'Carpentry',
  'Flooring',
] as const;

export const TEXTS = {
  ...recordTexts({ one: 'supplier', many: 'suppliers' }),
  emptyHint: 'Keep the people you call here: the plumber, the electrician, the cleaners.',
  serviced: 'Properties Serviced',
  noWebsite: 'Not provided',
  noNotes: 'No notes available.',
};

export const SUPPLIER_LIST = listQuery({
  filters: { serviceType: SERVICE_TYPES },
  sorts: { name: 'Name A to Z', newest: 'Newest first' },
});

export function propertiesLine(count: number): string {
  return counted(count, 'Property', 'Properties');
}
