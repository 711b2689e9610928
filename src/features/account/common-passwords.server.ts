import { invalidField } from '../../shared/app-error.ts';

const COMMON = 'This password is too common and easy to guess. Choose another, such as three or four unrelated words.';

let list: Promise<ReadonlySet<string>> | undefined;

// Loaded lazily: 49,000 passwords would slow down every start.
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8));
}

/** Throws `invalid_input` at `field` for a common password, ignoring case and surrounding spaces. */
export async function assertPasswordUncommon(field: string, password: string): Promise<void> {
  list ??= load();
  if (!(await list).has(password.trim().toLowerCase())) return;
  throw invalidField(field, COMMON);
}
