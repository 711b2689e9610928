/** The errors of a form as a flat list, in the order in which a reader meets the fields. */
import type { FieldErrors, FieldPath, FieldValues } from 'react-hook-form';

export type WrongField<Input extends FieldValues> = { name: FieldPath<Input>; message: string };

/** Flattens nested errors: `{ certificates: [{ name: error }] }` becomes 'certificates.0.name'. */
export function wrongFields<Input extends FieldValues>(errors: FieldErrors<Input>): WrongField<Input>[] {
  return flatten(errors, '').map(({ name, message }) => ({ name: name as FieldPath<Input>, message }));
}

function flatten(node: unknown, path: string): { name: string; message: string }[] {
  if (typeof node !== 'object' || node === null) return [];
  if ('message' in node && 'type' in node && typeof node.message === 'string')
    return [{ name: path, message: node.message }];
  return Object.entries(node)
    .filter(([key]) => key !== 'ref')
    .flatMap(([key, child]) => flatten(child, path === '' ? key : `${path}.${key}`));
}

/** Sorts by where the controls stand in the form; what has no control on the page comes last. */
export function inOrderOnPage<Input extends FieldValues>(
  wrong: WrongField<Input>[],
  form: HTMLFormElement | null,
): WrongField<Input>[] {
  if (!form) return wrong;
  const names = Array.from(form.elements, (element) => element.getAttribute('name'));
  const place = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  return wrong.toSorted((a, b) => place(a.name) - place(b.name));
}
