import { z } from 'zod';
import { AREAS, type Area, type Right } from '../../shared/rights.ts';
import { line } from '../../shared/schemas.ts';

/** Versions of the API, newest last. Additions to the API do not need a new version. */
export const API_VERSIONS: readonly string[] = ['2026-12-01'];
export const CURRENT_VERSION = '2026-12-01';

export const MAX_KEYS = 50;

export const AREA_LABELS: Record<Area, string> = {
  properties: 'Properties and documents',
  people: 'Tenants and tenancies',
  rent: 'Rent',
  money: 'Transactions and receipts',
  banks: 'Bank accounts and statements',
  suppliers: 'Suppliers',
  repairs: 'Repairs',
  tax: 'Tax, owners and loans',
  reports: 'Reports',
};

const LEVELS = ['see', 'change'] as const;
export type Level = (typeof LEVELS)[number];

const level = z.enum(LEVELS).optional();

/** Omitted areas have no rights. */
const Rights = z
  .strictObject({
    properties: level,
    people: level,
    rent: level,
    money: level,
    banks: level,
    suppliers: level,
    repairs: level,
    tax: level,
    reports: level,
  } satisfies Record<Area, typeof level>)
  .refine((rights) => Object.keys(rights).length > 0, 'Choose at least one area');
export type KeyRights = z.infer<typeof Rights>;

const NO_PROPERTIES = 'Choose at least one property, or all properties';

export const KeyInput = z
  .object({
    name: line({ min: 1, max: 100, message: 'Enter a name, such as the program that uses the key' }),
    rights: Rights,
    whole: z.boolean().default(true).describe('Whether all properties are in reach, including future ones'),
    propertyIds: z.array(z.uuid()).max(5_000).default([]).describe('Those in reach, if not all'),
    endsOn: z.iso.date({ error: 'Enter today or a later date' }).nullable().describe('The last day, in London'),
    password: z.string().max(200).describe('Your password, again'),
  })
  .superRefine(({ whole, propertyIds }, context) => {
    if (!whole && propertyIds.length === 0)
      context.addIssue({ code: 'custom', path: ['propertyIds'], message: NO_PROPERTIES });
  })
  .meta({ id: 'ApiKeyInput' });
export type KeyInput = z.infer<typeof KeyInput>;

export const Key = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    name: z.string(),
    hint: z.string().describe('Its beginning'),
    rights: Rights,
    whole: z.boolean(),
    properties: z.array(z.object({ id: z.uuid(), address: z.string() })).describe('Those in reach, if not all'),
    endsOn: z.iso.date().nullable(),
    apiVersion: z.string(),
    madeBy: z.string(),
    makerLeft: z.boolean().describe('Whether the person who made it has left the account'),
    usedAt: z.iso.datetime().nullable().describe('To the minute'),
    revokedAt: z.iso.datetime().nullable(),
    dateAdded: z.iso.datetime(),
  })
  .meta({ id: 'ApiKey' });
export type Key = z.infer<typeof Key>;

export const Keys = z.object({
  items: z.array(Key),
  limit: z.number().int().nullable().describe('Requests a minute for each key; null if the plan has no API'),
});
export type Keys = z.infer<typeof Keys>;

export const NewKey = z.object({ key: z.string().describe('Shown only now'), record: Key }).meta({ id: 'NewApiKey' });
export type NewKey = z.infer<typeof NewKey>;

/** Rights as PostgreSQL checks them. A right to change includes the right to see; 'people' includes 'contacts'. */
export function rightsOf(rights: KeyRights, { whole }: { whole: boolean }): Right[] {
  const areas = Object.entries(rights) as [Area, Level][];
  return [
    ...areas.flatMap(([area, level]): Right[] =>
      level === 'change' ? [`${area}.see`, `${area}.change`] : [`${area}.see`],
    ),
    ...(rights.people ? (['contacts.see'] as const) : []),
    ...(rights.properties === 'change' && whole ? (['properties.add'] as const) : []),
  ];
}

/** The inverse of `rightsOf`. */
export function areasOf(rights: readonly string[]): KeyRights {
  const areas = AREAS.filter((area) => rights.includes(`${area}.see`));
  return Object.fromEntries(areas.map((area) => [area, rights.includes(`${area}.change`) ? 'change' : 'see']));
}
