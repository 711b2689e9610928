import { addDays, formatDay, formatInstantAsTime, londonDay } from '../../../shared/dates.ts';
import { earliestCheck, followUp, RIGHT_TO_RENT_SOURCE } from '../../resident/right-to-rent/rules/follow-up.ts';
import { type Home, isAssured, type LetHome, lets, type Person, stays, wasGiven } from './facts.ts';
import { type Outcome, type Rule, rule, type Subject } from './rule.ts';
import { RIGHT_TO_RENT_START_SOURCE, STATEMENT_SOURCE } from './sources.ts';

/** Tenancies made before this day need the Information Sheet, later ones a written statement. */
const COMMENCEMENT = '2026-05-01';
const LAST_DAY = '2026-05-31';
const TYPE = 'written-statement';

type OfPerson = Subject & { tenancy: LetHome; person: Person };

const ofPerson = (tenancy: LetHome, person: Person): OfPerson => ({
  key: `${tenancy.id} ${person.id}`,
  tenancyId: tenancy.id,
  about: person.name,
  tenancy,
  person,
});

/** Tenants of assured tenancies who have not left, and do not leave before the Act begins. */
const tenantsOf = (home: Home, today: string, only: (tenancy: LetHome) => boolean): OfPerson[] =>
  lets(home, today)
    .filter((tenancy) => isAssured(tenancy) && only(tenancy))
    .flatMap((tenancy) =>
      tenancy.tenants
        .filter((tenant) => stays(tenant, COMMENCEMENT) && stays(tenant, today))
        .map((tenant) => ofPerson(tenancy, tenant)),
    );

/** Returns the day of signature, otherwise the first day of the tenancy as the latest possible day. */
const madeOn = ({ signedAt, start }: LetHome): string => (signedAt === null ? start : londonDay(new Date(signedAt)));
const isEarlier = (tenancy: LetHome) => madeOn(tenancy) < COMMENCEMENT;

const informationSheet = rule({
  id: 'information-sheet',
  kind: 'papers',
  item: 'Give the Information Sheet to the tenant',
  source: STATEMENT_SOURCE,
  applies: (home, today) => tenantsOf(home, today, (tenancy) => isEarlier(tenancy) && tenancy.written),
  due: ({ tenancy, person }, home): Outcome => {
    const given = wasGiven(home, { type: TYPE, tenancy, tenant: person });
    if (given) return { none: `given on ${formatDay(given.day)}` };
    const why = [
      `The tenancy was made before ${formatDay(COMMENCEMENT)}`,
      `Each tenant must have the sheet by ${formatDay(LAST_DAY)}`,
    ];
    const linked = home.given.some(
      ({ type, tenantId, onlyLink }) => type === TYPE && tenantId === person.id && onlyLink,
    );
    return {
      day: LAST_DAY,
      why: linked ? [...why, 'A link does not count: the PDF itself must be attached or printed'] : why,
    };
  },
});

const verbalStatement = rule({
  id: 'statement-verbal',
  kind: 'papers',
  item: 'Give the written statement to the tenant',
  source: STATEMENT_SOURCE,
  applies: (home, today) => tenantsOf(home, today, (tenancy) => isEarlier(tenancy) && !tenancy.written),
  due: ({ tenancy, person }, home): Outcome => {
    const given = wasGiven(home, { type: TYPE, tenancy, tenant: person });
    if (given) return { none: `given on ${formatDay(given.day)}` };
    const why = ['The tenancy was agreed by word of mouth', `A statement is due by ${formatDay(LAST_DAY)}`];
    return { day: LAST_DAY, why };
  },
});

const newStatement = rule({
  id: 'statement-new',
  kind: 'papers',
  item: 'Give the written statement to the tenant',
  source: STATEMENT_SOURCE,
  applies: (home, today) => tenantsOf(home, today, (tenancy) => !isEarlier(tenancy)),
  due: ({ tenancy, person }, home): Outcome => {
    const given = wasGiven(home, { type: TYPE, tenancy, tenant: person });
    if (given) return { none: givenAfterSigning(tenancy, given) ?? `given on ${formatDay(given.day)}` };
    const day = madeOn(tenancy);
    const signed = tenancy.signedAt
      ? `Signed on ${formatDay(day)} at ${formatInstantAsTime(tenancy.signedAt)}`
      : `The tenancy starts on ${formatDay(day)}`;
    return { day, why: [signed, 'The statement is due before the agreement is made'] };
  },
});

/** Returns a warning if the statement was given after the agreement was signed, otherwise null. */
function givenAfterSigning({ signedAt }: LetHome, { at }: { at: string }): string | null {
  return signedAt !== null && at > signedAt
    ? `given after signing: ${formatInstantAsTime(at)}, signed at ${formatInstantAsTime(signedAt)}`
    : null;
}

/** Adults who live in the home. In a company let, the company has to check the occupiers. */
const adults = (home: Home, today: string): OfPerson[] =>
  lets(home, today)
    .filter(({ kind }) => kind !== 'company-let')
    .flatMap((tenancy) =>
      [...tenancy.tenants, ...tenancy.occupiers]
        .filter((person) => stays(person, today))
        .map((person) => ({ ...ofPerson(tenancy, person), since: moveIn(tenancy, person) })),
    );

const moveIn = ({ start }: LetHome, { movedIn }: Person) => (movedIn !== null && movedIn > start ? movedIn : start);

const newestCheck = ({ tenancy, person }: OfPerson) =>
  tenancy.checks
    .filter(({ personId }) => personId === person.id)
    .toSorted((a, b) => a.checkedOn.localeCompare(b.checkedOn))
    .at(-1);

const rightToRent = rule({
  id: 'right-to-rent-start',
  kind: 'right-to-rent',
  item: 'Check the right to rent',
  source: RIGHT_TO_RENT_START_SOURCE,
  applies: adults,
  due: (subject): Outcome => {
    const start = moveIn(subject.tenancy, subject.person);
    const check = newestCheck(subject);
    const first = earliestCheck(start);
    if (check && (check.unlimited || check.checkedOn >= first))
      return { none: `checked on ${formatDay(check.checkedOn)}` };
    const why = [`${subject.person.name} lives there from ${formatDay(start)}`, 'The check is due before that day'];
    const early = check && [
      `The check on ${formatDay(check.checkedOn)} was too early: with a time limit, the earliest day is ${formatDay(first)}`,
    ];
    return { day: addDays(start, -1), why: [...why, ...(early ?? [])] };
  },
});

const rightToRentAgain = rule({
  id: 'right-to-rent-again',
  kind: 'right-to-rent',
  item: 'Check the right to rent again',
  source: RIGHT_TO_RENT_SOURCE,
  applies: adults,
  due: (subject): Outcome => {
    const check = newestCheck(subject);
    if (!check) return { none: 'not checked yet' };
    const day = followUp(check);
    if (day === null) return { none: 'no time limit' };
    const why = [
      `Last check on ${formatDay(check.checkedOn)}`,
      'The latest of one year from the check, the end of leave, and the end of the document',
    ];
    return { day, why };
  },
});

export const PAPER_RULES: Rule[] = [informationSheet, verbalStatement, newStatement, rightToRent, rightToRentAgain];
