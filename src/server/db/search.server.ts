/** The condition of a search, as `app.find_properties` and its like have it: `text` is what `app.search_text` made. */
import { type RawBuilder, sql } from 'kysely';

/** Whether the text holds every word that was typed. Subqueries, so that the words are read once a statement. */
export function holdsWords(text: RawBuilder<unknown>, typed: string | RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(strpos(${text}, (select app.first_word(${typed}))) > 0
    and ${text} like all ((select app.other_words(${typed}))::text[]))`;
}

/** How the search over everything reads a noun: `select` is put before `columns`, `ids` finds the records, `order` sorts them. */
export type SearchSql = {
  columns: RawBuilder<unknown>;
  ids: (q: string) => RawBuilder<unknown>;
  order: RawBuilder<unknown>;
};
