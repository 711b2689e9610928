import { z } from 'zod';
import { isPlainText } from '../text.ts';
import type { Filters, ListQuery } from './list-query.ts';

type Enums<Of extends Filters> = {
  [Name in keyof Of as Of[Name] extends readonly string[] ? Name : never]: Of[Name] extends readonly string[]
    ? z.ZodEnum<{ [Value in Of[Name][number]]: Value }>
    : never;
};
type NeedsSchema<Of extends Filters> = {
  [Name in keyof Of as Of[Name] extends readonly string[] ? never : Name]: z.ZodType<string, string>;
};
type Optional<Shape extends Record<string, z.ZodType>> = { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };

/** `search` describes the searched fields. `more` has schemas of filters without options and of API-only parameters. */
export function listSchema<
  Of extends Filters,
  Sorts extends Record<string, string>,
  More extends Record<string, z.ZodType> & NeedsSchema<Of>,
>(list: ListQuery<Of, Sorts>, { search, more }: { search: string; more: More }) {
  type Sort = keyof Sorts & string;
  const enums = Object.entries(list.filters).flatMap(([name, filter]) =>
    typeof filter === 'function' ? [] : [[name, z.enum(filter)] as const],
  );
  const filters = [...enums, ...Object.entries(more)].map(([name, schema]) => [name, schema.optional()]);
  return z.object({
    ...(Object.fromEntries(filters) as Optional<Enums<Of>> & Optional<More>),
    q: z.string().trim().max(200).refine(isPlainText).default('').describe(`Case-insensitive part of ${search}`),
    sort: z.enum(list.sortNames as [Sort, ...Sort[]]).default(list.sortNames[0] as never),
  });
}
