import { type RawBuilder, sql } from 'kysely';

/** Whether `text`, from app.search_text, contains every typed word. Subqueries run once for each statement. */
export function matchesWords(text: RawBuilder<unknown>, searchTerm: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(strpos(${text}, (select app.first_word(${searchTerm}))) > 0
    and ${text} like all ((select app.other_words(${searchTerm}))::text[]))`;
}

/** How the global search reads a noun: `ids` finds the records, `order` sorts them, `columns` are selected. */
export type SearchSql = {
  columns: RawBuilder<unknown> | ((q: string) => RawBuilder<unknown>);
  ids: (q: string) => RawBuilder<unknown>;
  order: RawBuilder<unknown>;
};
