import type { FieldErrors, FieldPath, FieldValues } from 'react-hook-form';

export type WrongField<Input extends FieldValues> = { name: FieldPath<Input>; message: string };

/** Flattens nested errors ('papers.0.name') and sorts them by `namesOnPage`. Errors without a control are last. */
export function wrongFields<Input extends FieldValues>(
  errors: FieldErrors<Input>,
  namesOnPage: readonly string[],
): WrongField<Input>[] {
  const position = (name: string) => (namesOnPage.includes(name) ? namesOnPage.indexOf(name) : namesOnPage.length);
  return flatten(errors, '')
    .sort((a, b) => position(a.name) - position(b.name))
    .map(({ name, message }) => ({ name: name as FieldPath<Input>, message }));
}

function flatten(node: unknown, path: string): { name: string; message: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('message' in node && 'type' in node && typeof node.message === 'string')
    return [{ name: path, message: node.message }];
  return Object.entries(node)
    .filter(([key]) => key !== 'ref')
    .flatMap(([key, child]) => flatten(child, path === '' ? key : `${path}.${key}`));
}
