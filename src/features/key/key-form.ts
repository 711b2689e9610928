/** The form of a new key, and its conversion to the API's input. */
import { z } from 'zod';
import { AREAS, type Area } from '../../shared/rights.ts';
import { KeyInput, type KeyRights, type Level } from './key.ts';

const Typed = z.object({
  name: z.string(),
  levels: z.record(z.string(), z.string()),
  reach: z.enum(['all', 'chosen']),
  propertyIds: z.array(z.object({ id: z.uuid(), address: z.string() })),
  ends: z.enum(['day', 'never']),
  endsOn: z.string(),
  password: z.string(),
  code: z.string(),
});
export type Typed = z.infer<typeof Typed>;

export const newTyped = (endsOn: string): Typed => ({
  name: '',
  levels: Object.fromEntries(AREAS.map((area) => [area, ''])),
  reach: 'all',
  propertyIds: [],
  ends: 'day',
  endsOn,
  password: '',
  code: '',
});

const rightsIn = (levels: Record<string, string>): KeyRights =>
  Object.fromEntries(
    AREAS.flatMap((area): [Area, Level][] => {
      const level = levels[area];
      return level === 'see' || level === 'change' ? [[area, level]] : [];
    }),
  );

/** The code is validated separately. Errors of rights are shown with the table of areas. */
export const KeyForm: z.ZodType<KeyInput & { code: string }, Typed> = Typed.transform((typed, context) => {
  const { name, levels, reach, propertyIds, ends, endsOn, password, code } = typed;
  const read = KeyInput.safeParse({
    name,
    rights: rightsIn(levels),
    whole: reach === 'all',
    propertyIds: reach === 'all' ? [] : propertyIds.map(({ id }) => id),
    endsOn: ends === 'never' ? null : endsOn,
    password,
  });
  if (read.success) return { ...read.data, code };
  for (const { path, message } of read.error.issues) {
    const [field] = path;
    context.addIssue({ code: 'custom', path: [field === 'rights' ? 'levels' : String(field)], message });
  }
  return z.NEVER;
});
