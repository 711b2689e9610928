import { z } from 'zod';
import { dayField, optionalDay } from '../../shared/schemas.ts';
import { ALL_PROPERTIES, type OwnershipItem, SHARE_WRONG, validateForm17 } from './ownership.ts';
import { parseShare, shareText, sumToOne } from './rules/shares.ts';

/** Start of the first tax year, the usual date for shares that have never changed. */
const FIRST_DAY = '2025-04-06';

const Line = z.object({
  ownerId: z.string(),
  share: z.string().refine((typed) => typed.trim() === '' || parseShare(typed) !== null, SHARE_WRONG),
});
type Line = z.infer<typeof Line>;

const typedOnly = (lines: readonly Line[]) => lines.filter(({ share }) => share.trim() !== '');

/** Checks that the typed shares add up to 1; null while a share is invalid, or before the first. */
export function checkLines(lines: readonly Line[]) {
  const fractions = typedOnly(lines).map(({ share }) => parseShare(share));
  const valid = fractions.filter((fraction) => fraction !== null);
  return valid.length === 0 || valid.length < fractions.length ? null : sumToOne(valid);
}

export const SharesForm = z
  .object({
    property: z.string(),
    from: dayField('Enter the first day of these shares'),
    lines: z.array(Line),
    spouses: z.boolean(),
    signedOn: optionalDay(),
    receivedOn: optionalDay(),
  })
  .superRefine(({ lines, ...rest }, context) => {
    const issue = (path: (string | number)[], message: string) => context.addIssue({ code: 'custom', path, message });
    const at = lines.findIndex(({ share }) => share.trim() !== '');
    const check = checkLines(lines);
    if (at < 0) issue(['lines', 0, 'share'], 'Enter a share');
    else if (check && !check.ok) issue(['lines', at, 'share'], check.text);
    if (rest.spouses) for (const [path, message] of Object.entries(validateForm17(rest))) issue([path], message);
  })
  .transform(({ property, from, lines, ...rest }) => ({
    property: property || ALL_PROPERTIES,
    from,
    input: {
      shares: typedOnly(lines),
      ...(rest.spouses && typedOnly(lines).length === 2 ? rest : { spouses: false, signedOn: null, receivedOn: null }),
    },
  }));

export type SharesTyped = z.input<typeof SharesForm>;
export type SharesSaved = z.output<typeof SharesForm>;

type StartArgs = { owners: readonly { id: string; closed: boolean }[]; change?: OwnershipItem | undefined };

/** Adds an empty line for each open owner without a share, but not for a closed owner. */
export function startOf({ owners, change }: StartArgs): SharesTyped {
  const lines = owners.flatMap(({ id, closed }) => {
    const share = change?.shares.find(({ ownerId }) => ownerId === id);
    return closed && !share ? [] : [{ ownerId: id, share: share ? shareText(share) : '' }];
  });
  return {
    property: change?.propertyId ?? '',
    from: change?.from ?? FIRST_DAY,
    lines,
    spouses: change?.spouses ?? false,
    signedOn: change?.signedOn ?? '',
    receivedOn: change?.receivedOn ?? '',
  };
}
