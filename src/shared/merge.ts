/** Two changes of one record that began from the same version, put together: what only one of them changed is taken from that one. */

/** What both changed, each to something else. Saved is `yours`, or what `take` makes of the merge: `theirs`. */
export type Question<T> = { label: string; yours: string; theirs: string; take: (merged: T) => T };

export type Merge<T> = {
  /** Has yours wherever a question is asked. */
  merged: T;
  /** In the order of the form. */
  questions: Question<T>[];
  /** Labels of what only they changed. */
  taken: string[];
};

/** `base` is the version that both began from. */
export type Versions<Mine, Theirs = Mine> = { base: Theirs; mine: Mine; theirs: Theirs };

type Shown = {
  label: string;
  show: (value: never) => string;
  /** Where equal values are not identical. */
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

/** The merge of a part: `within` its label, `change` puts what is taken into the whole. */
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
