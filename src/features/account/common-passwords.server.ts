/** Common passwords, which are tried first at every account: refused wherever a password is chosen. */
import { invalidField } from '../../shared/app-error.ts';

const COMMON =
  'This password is among the most common ones, which are tried first. Please choose another, such as three or four words that do not belong together.';

let list: Promise<ReadonlySet<string>> | undefined;

// Loaded when the first password is chosen, as its 49,000 passwords would slow down every start.
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= 8));
}

/** Throws `invalid_input` at `field` for a password that is among the most common ones, in any case and with spaces around it. */
export async function refuseCommonPassword(field: string, password: string): Promise<void> {
  list ??= load();
  if (!(await list).has(password.trim().toLowerCase())) return;
  throw invalidField(field, COMMON);
}
