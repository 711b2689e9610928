/** Merges two edits of the same version of a record. A field that only one edit changed takes its changed value. */

/** A field that both edits changed to different values. `yours` is saved unless `take` sets the field to `theirs`. */
export type Question<T> = { label: string; yours: string; theirs: string; take: (merged: T) => T };

export type Merge<T> = {
  /** Contains `yours` for every question. */
  merged: T;
  /** In the order of the form's fields. */
  questions: Question<T>[];
  /** Labels of fields that only `theirs` changed. */
  taken: string[];
};

/** `base` is the version from which both edits started. */
export type Versions<Mine, Theirs = Mine> = { base: Theirs; mine: Mine; theirs: Theirs };

type Shown = {
  label: string;
  show: (value: never) => string;
  /** Compares two values; by default `Object.is`. */
  same?: (one: never, other: never) => boolean;
};

export function mergeFields<T extends object>(versions: Versions<T, object>, shape: Record<string, Shown>): Merge<T> {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs] as Record<string, unknown>[];
  const merged: Record<string, unknown> = { ...mine };
  const questions: Question<T>[] = [];
  const taken: string[] = [];
  for (const [name, { label, show, same = Object.is }] of Object.entries(shape)) {
    const [was, my, their] = [base?.[name], mine?.[name], theirs?.[name]] as [never, never, never];
    if (same(my, their) || same(their, was)) continue;
    if (same(my, was)) {
      merged[name] = their;
      taken.push(label);
    } else {
      const take = (whole: T) => ({ ...whole, [name]: their });
      questions.push({ label, yours: show(my), theirs: show(their), take });
    }
  }
  return { merged: merged as T, questions, taken };
}

/**
 * Converts the merge of a record's part to one of the record. `within` labels the part; `change` applies an answer to
 * it.
 */
export function ofPart<Whole, Part>(
  { questions, taken }: Merge<Part>,
  within: string,
  change: (whole: Whole, take: (part: Part) => Part) => Whole,
): Omit<Merge<Whole>, 'merged'> {
  const named = (label: string) => `${within}: ${label}`;
  return {
    questions: questions.map(({ label, yours, theirs, take }) => ({
      label: named(label),
      yours,
      theirs,
      take: (whole) => change(whole, take),
    })),
    taken: taken.map(named),
  };
}
