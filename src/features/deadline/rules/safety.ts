import { addDays, addMonths, formatDay } from '../../../shared/dates.ts';
import { counted } from '../../../shared/text.ts';
import { nextGasDay } from '../../certificate/renewal.ts';
import {
  type Certificate,
  type Home,
  type LetHome,
  lets,
  livesThere,
  newest,
  type Person,
  stays,
  wasGiven,
} from './facts.ts';
import { type Outcome, type Rule, rule, type Subject, WHOLE_HOME } from './rule.ts';
import { ALARMS_SOURCE, ELECTRICAL_SOURCE, ENERGY_SOURCE, GAS_SOURCE } from './sources.ts';

const COPY_DAYS = 28;
const WORK_DAYS = 28;
const ELECTRICAL_MONTHS = 60;

const isLet = (home: Home, today: string) => lets(home, today).length > 0;
const ofLetHome = (home: Home, today: string) => (isLet(home, today) ? [WHOLE_HOME] : []);
/** Includes empty homes with an end date. */
const ofHomeWith = (item: string) => (home: Home, today: string) =>
  isLet(home, today) || home.ends[item] ? [WHOLE_HOME] : [];

/** Returns null if unknown. A gas record shows that there is gas. */
function hasGas({ gas, notApplicable, ends, certificates }: Home): boolean | null {
  if (gas !== null) return gas;
  if (notApplicable.gasSafety !== undefined) return false;
  return ends.gasSafety !== undefined || certificates.some(({ item }) => item === 'gasSafety') ? true : null;
}

const gasNext = rule({
  id: 'gas-next',
  kind: 'gas',
  item: 'Next gas safety check',
  source: GAS_SOURCE,
  typed: 'gasSafety',
  applies: ofHomeWith('gasSafety'),
  due: (_, home) => {
    const gas = hasGas(home);
    if (gas === null) return { ask: 'gas' };
    if (!gas) return { none: 'no gas' };
    const last = newest(home, 'gasSafety');
    if (last && last.issued !== null && last.expires === null) {
      const deadline = home.certificates
        .flatMap(({ item, id, expires }) => (item === 'gasSafety' && id !== last.id ? (expires ?? []) : []))
        .toSorted()
        .at(-1);
      const day = nextGasDay({ deadline: deadline ?? null, checked: last.issued });
      return { day, why: [`Last check on ${formatDay(last.issued)}`, 'A check is due every 12 months'] };
    }
    const day = home.ends.gasSafety ?? last?.expires;
    return day ? { day, why: [`The record ends on ${formatDay(day)}`] } : { ask: 'gasCheck' };
  },
});

const electricalNext = rule({
  id: 'electrical-next',
  kind: 'electrical',
  item: 'Next electrical inspection',
  source: ELECTRICAL_SOURCE,
  typed: 'electricalSafety',
  applies: ofHomeWith('electricalSafety'),
  due: (_, home) => {
    const reason = home.notApplicable.electricalSafety;
    if (reason !== undefined) return { none: reason };
    const last = newest(home, 'electricalSafety');
    if (last && last.issued !== null && last.expires === null)
      return {
        day: addMonths(last.issued, ELECTRICAL_MONTHS),
        why: [`Last inspection on ${formatDay(last.issued)}`, 'An inspection is due every 5 years'],
      };
    const day = home.ends.electricalSafety ?? last?.expires;
    return day ? { day, why: [`The report ends on ${formatDay(day)}`] } : { ask: 'electricalCheck' };
  },
});

const energy = rule({
  id: 'energy-end',
  kind: 'energy',
  item: 'Energy performance certificate ends',
  source: ENERGY_SOURCE,
  typed: 'energyPerformance',
  applies: ofHomeWith('energyPerformance'),
  due: (_, home, today) => {
    const reason = home.notApplicable.energyPerformance;
    if (reason !== undefined) return { none: reason };
    const day = home.ends.energyPerformance;
    if (!day) return { ask: 'energyCheck' };
    const why = [`The certificate ends on ${formatDay(day)}`];
    return isLet(home, today)
      ? { day, why: [...why, 'During a tenancy you only need a new one to let again or sell'], waiting: true }
      : { day, why };
  },
});

const BELOW_C = ['D', 'E', 'F', 'G'];

const energyC = rule({
  id: 'energy-c',
  kind: 'energy',
  item: 'Energy rating C',
  source: ENERGY_SOURCE,
  applies: ofLetHome,
  due: (_, { epcRating }) =>
    epcRating !== null && BELOW_C.includes(epcRating)
      ? {
          coming: [
            `The rating is ${epcRating}`,
            'The government plans C for all lets by 01 Oct 2030. The regulations are not made yet.',
            'A certificate with C from before 01 Oct 2029 counts until it ends.',
          ],
        }
      : { none: 'rated C or better, or not rated' },
});

type Copy = Subject & { tenancy: LetHome; certificate: Certificate; issued: string };

/** Copies of the newest certificate for tenancies that had begun when it was issued (`during`), or for later ones. */
function copies(home: Home, today: string, { item, during }: { item: string; during: boolean }): Copy[] {
  const certificate = newest(home, item);
  const issued = certificate?.issued;
  if (!certificate || !issued) return [];
  return lets(home, today)
    .filter(({ start }) => (during ? start <= issued : start > issued))
    .map((tenancy) => ({
      key: `${certificate.id} ${tenancy.id}`,
      tenancyId: tenancy.id,
      about: null,
      since: during ? issued : tenancy.start,
      tenancy,
      certificate,
      issued,
    }));
}

const names = (people: readonly Person[]) => people.map(({ name }) => name).join(', ');

type CopyWords = { id: string; kind: 'gas' | 'electrical'; type: string; item: string; paper: string; done: string };

/** Returns two rules: copies are due to tenants who live there, and to new tenants before they move in. */
function copyRules({ id, kind, type, item, paper, done }: CopyWords): Rule[] {
  const source = kind === 'gas' ? GAS_SOURCE : ELECTRICAL_SOURCE;
  return [
    rule({
      id: `${id}-copy`,
      kind,
      item: `Give the ${paper} to the tenants`,
      source,
      applies: (home, today) => copies(home, today, { item, during: true }),
      due: ({ tenancy, issued }, home, today) => {
        const there = tenancy.tenants.filter((one) => livesThere(one, tenancy, issued) && stays(one, today));
        const missing = there.filter((tenant) => !wasGiven(home, { type, tenancy, tenant, since: issued }));
        if (missing.length === 0) return { none: 'given to every tenant' };
        const why = [`${done} on ${formatDay(issued)}`, `A copy is due within ${COPY_DAYS} days`];
        return { day: addDays(issued, COPY_DAYS), why: [...why, `No record for ${names(missing)}`] };
      },
    }),
    rule({
      id: `${id}-new`,
      kind,
      item: `Give the ${paper} to the new tenants`,
      source,
      applies: (home, today) => copies(home, today, { item, during: false }),
      due: ({ tenancy, issued }, home, today) => {
        const staying = tenancy.tenants.filter((one) => stays(one, today));
        const missing = staying.filter((tenant) => !wasGiven(home, { type, tenancy, tenant, since: issued }));
        if (missing.length === 0) return { none: 'given to every tenant' };
        const why = [`The tenancy starts on ${formatDay(tenancy.start)}`, 'A copy is due before they move in'];
        return { day: tenancy.start, why: [...why, `No record for ${names(missing)}`] };
      },
    }),
  ];
}

type Work = Subject & { certificate: Certificate; issued: string };

/** Returns the newest report if it requires work (C1, C2 or FI). C3 is only a recommendation. */
function reportsWithWork(home: Home, today: string): Work[] {
  const certificate = newest(home, 'electricalSafety');
  const { issued, outcome } = certificate ?? {};
  if (!certificate || !issued || !isLet(home, today)) return [];
  if (outcome !== 'C1' && outcome !== 'C2' && outcome !== 'FI') return [];
  return [{ key: certificate.id, tenancyId: null, about: outcome, since: issued, certificate, issued }];
}

const electricalWork = rule({
  id: 'electrical-work',
  kind: 'electrical',
  item: 'Finish the electrical work',
  source: ELECTRICAL_SOURCE,
  applies: reportsWithWork,
  due: ({ certificate: { workDone, workDue, outcome }, issued }) => {
    if (workDone !== null) return { none: `done on ${formatDay(workDone)}` };
    // The 28 days start with the date of the inspection (regulation 3(4)).
    const law = addDays(issued, WORK_DAYS - 1);
    const why = [`Inspection on ${formatDay(issued)} with ${outcome}`];
    return workDue !== null && workDue < law
      ? { day: workDue, why: [...why, 'The report gives less than 28 days'] }
      : { day: law, why: [...why, 'The work is due within 28 days, starting with the inspection'] };
  },
});

const electricalProof = rule({
  id: 'electrical-proof',
  kind: 'electrical',
  item: 'Confirm the electrical work in writing',
  source: ELECTRICAL_SOURCE,
  applies: reportsWithWork,
  due: ({ certificate: { workDone, confirmedToTenant, confirmedToCouncil } }): Outcome => {
    if (workDone === null) return { none: 'the work is not done' };
    const missing = [confirmedToTenant ? [] : ['the tenant'], confirmedToCouncil ? [] : ['the council']].flat();
    if (missing.length === 0) return { none: 'confirmed to tenant and council' };
    const why = [`Work done on ${formatDay(workDone)}`, `Confirmation is due within ${COPY_DAYS} days`];
    return { day: addDays(workDone, COPY_DAYS), why: [...why, `Not confirmed to ${missing.join(' and ')}`] };
  },
});

/** One smoke alarm for each storey with living rooms, one carbon monoxide alarm for each room with an appliance. */
export const alarmsNeeded = ({ storeys, combustionRooms }: Pick<Home, 'storeys' | 'combustionRooms'>) => ({
  smoke: storeys,
  carbonMonoxide: combustionRooms,
});

const alarmCount = rule({
  id: 'alarm-count',
  kind: 'alarms',
  item: 'Alarms that the home needs',
  source: ALARMS_SOURCE,
  applies: ofLetHome,
  due: (_, home) => {
    if (home.notApplicable.alarms !== undefined) return { none: home.notApplicable.alarms };
    const { smoke, carbonMonoxide } = alarmsNeeded(home);
    if (smoke === null) return { ask: 'storeys' };
    if (carbonMonoxide === null) return { ask: 'combustionRooms' };
    return { none: alarmWords({ smoke, carbonMonoxide }) };
  },
});

const alarmWords = ({ smoke, carbonMonoxide }: { smoke: number; carbonMonoxide: number }) =>
  `${counted(smoke, 'smoke alarm')} and ${counted(carbonMonoxide, 'carbon monoxide alarm')} needed`;

const alarmCheck = rule({
  id: 'alarm-check',
  kind: 'alarms',
  item: 'Check the alarms on the first day',
  source: ALARMS_SOURCE,
  applies: (home, today) =>
    lets(home, today).map(({ id, start }) => ({ key: id, tenancyId: id, about: null, since: start, start })),
  due: ({ start }, home): Outcome => {
    if (home.notApplicable.alarms !== undefined) return { none: home.notApplicable.alarms };
    if (home.alarmsChecked === null) return { ask: 'alarmsChecked' };
    if (home.alarmsChecked >= start) return { none: `checked on ${formatDay(home.alarmsChecked)}` };
    const { smoke, carbonMonoxide } = alarmsNeeded(home);
    const known = smoke !== null && carbonMonoxide !== null ? [alarmWords({ smoke, carbonMonoxide })] : [];
    const why = [`The tenancy starts on ${formatDay(start)}`, `Last check on ${formatDay(home.alarmsChecked)}`];
    return { day: start, why: [...why, ...known] };
  },
});

export const SAFETY_RULES: Rule[] = [
  gasNext,
  ...copyRules({
    id: 'gas',
    kind: 'gas',
    type: 'gas',
    item: 'gasSafety',
    paper: 'gas record',
    done: 'Gas check',
  }),
  electricalNext,
  ...copyRules({
    id: 'electrical',
    kind: 'electrical',
    type: 'electrical',
    item: 'electricalSafety',
    paper: 'electrical report',
    done: 'Inspection',
  }),
  electricalWork,
  electricalProof,
  energy,
  energyC,
  alarmCount,
  alarmCheck,
];
