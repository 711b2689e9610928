/** Right-to-rent checks of adults who live in a home: how, when and by whom. Never a document's number. */
import { z } from 'zod';
import { day, fields, flag, maybeDay, maybeText, option, text } from '../../../shared/fields.ts';
import { earliestCheck, readShareCode } from './rules/follow-up.ts';

const WAYS = [
  'documents-unlimited',
  'documents-limited',
  'share-code',
  'identity-provider',
  'checking-service',
] as const;
export type Way = (typeof WAYS)[number];
export const WAY_LABELS: Record<Way, string> = {
  'documents-unlimited': 'Documents in person, no time limit (list A)',
  'documents-limited': 'Documents in person, with a time limit (list B)',
  'share-code': 'Share code and date of birth',
  'identity-provider': 'Identity service, for a British or Irish passport',
  'checking-service': 'Landlord Checking Service',
};

/** The service's notice counts for 12 months and need not name the end of the permission. */
const WITHOUT_END: readonly Way[] = ['checking-service'];

/** Kinds of check that always prove an unlimited right, and those that never do. */
const ALWAYS_UNLIMITED: readonly Way[] = ['documents-unlimited', 'identity-provider'];
const NEVER_UNLIMITED: readonly Way[] = ['documents-limited', 'checking-service'];

export const CHECK = fields({
  way: option('How it was checked', WAYS, {
    message: 'Choose how it was checked',
    placeholder: 'Choose how it was checked',
    show: (way) => WAY_LABELS[way as Way],
  }),
  checkedOn: day('Checked on', 'Enter the day of the check'),
  checkedBy: text('Checked by', { min: 1, max: 200, message: 'Enter who made the check' }),
  unlimited: flag('No time limit', { show: (value) => (value ? 'No time limit' : 'With a time limit') }),
  leaveEnds: { ...maybeDay('Permission ends'), hint: 'The last day of their permission to stay.' },
  documentEnds: maybeDay('Document ends'),
});

const shareCode = {
  shareCode: {
    ...maybeText('Share code', { max: 20 }),
    hint: 'Leave this blank if you no longer have it. We check its format and do not keep it.',
  },
};
export const SHARE_CODE = fields(shareCode);

type Typed = z.output<typeof CHECK.input> & { shareCode: string };

const timeLimits: Record<string, string> = {
  leaveEnds: 'Enter when their permission to stay ends',
  unlimited: 'This way of checking always has a time limit',
};

/** Returns errors by field. `start` is the day the person moved in, or the tenancy's start. Dates are YYYY-MM-DD. */
export function validateCheck(
  typed: Typed,
  { today, start }: { today: string; start: string },
): Record<string, string> {
  const { way, checkedOn, unlimited, leaveEnds, documentEnds, shareCode: code } = typed;
  const problems: Record<string, string> = {};
  if (checkedOn > today) problems.checkedOn = 'Enter today or an earlier date';
  if (unlimited && NEVER_UNLIMITED.includes(way)) problems.unlimited = timeLimits.unlimited ?? '';
  if (!isUnlimited(typed)) {
    if (!leaveEnds && needsEnd(way)) problems.leaveEnds = timeLimits.leaveEnds ?? '';
    else if (leaveEnds && leaveEnds < checkedOn) problems.leaveEnds = 'Enter a date on or after the check';
    if (checkedOn < earliestCheck(start))
      problems.checkedOn = 'This is too early: check again in the 28 days before the start';
  }
  if (documentEnds && documentEnds < checkedOn) problems.documentEnds = 'Enter a date on or after the check';
  if (way === 'share-code' && code.trim()) {
    const read = readShareCode(code);
    if ('problem' in read) problems.shareCode = read.problem;
  }
  return problems;
}

export const isUnlimited = ({ way, unlimited }: Pick<Typed, 'way' | 'unlimited'>) =>
  unlimited || ALWAYS_UNLIMITED.includes(way);

export const needsEnd = (way: Way): boolean => !WITHOUT_END.includes(way);

const person = {
  tenancyId: z.uuid('Choose a tenancy'),
  tenantId: z.uuid().nullable().default(null),
  occupierId: z.uuid().nullable().default(null),
};

export const CheckInput = CHECK.input
  .extend(SHARE_CODE.input.shape)
  .extend(person)
  .refine(({ tenantId, occupierId }) => (tenantId === null) !== (occupierId === null), {
    path: ['tenantId'],
    error: 'Choose a tenant or an occupier',
  })
  .meta({ id: 'RightToRentCheckInput' });
export type CheckInput = z.infer<typeof CheckInput>;

/** A check without its outcome, for all who see the tenancy. */
export const CheckLine = z
  .object({
    id: z.uuid(),
    version: z.number().int(),
    tenantId: z.uuid().nullable(),
    occupierId: z.uuid().nullable(),
    checkedOn: z.string().describe('YYYY-MM-DD'),
  })
  .meta({ id: 'RightToRentLine' });
export type CheckLine = z.infer<typeof CheckLine>;
export const CheckLines = z
  .object({ items: z.array(CheckLine).describe('Newest first') })
  .meta({ id: 'RightToRentLines' });

export const Check = CHECK.stored
  .extend(CheckLine.shape)
  .extend({ again: z.string().nullable().describe('Last day for the follow-up check; null without a time limit') })
  .meta({ id: 'RightToRentCheck' });
export type Check = z.infer<typeof Check>;
export const Checks = z.object({ items: z.array(Check).describe('Newest first') }).meta({ id: 'RightToRentChecks' });

export const TenancyParam = z.object({ tenancyId: z.uuid() });

export const TEXTS = {
  notFound: 'Check not found',
  noTenancy: 'This tenancy no longer exists.',
  noPerson: 'This person is no longer part of the tenancy. Choose another.',
};
