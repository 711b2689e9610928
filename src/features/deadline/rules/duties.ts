import { addDays, formatDay } from '../../../shared/dates.ts';
import type { RuleSource } from '../../../shared/rule-source.ts';
import { counted } from '../../../shared/text.ts';
import { licenceNeeded } from '../../licence/rules/needed.ts';
import { answerBy, REQUEST_SOURCES } from '../../request/rules/answer-by.ts';
import { depositClock } from '../../tenancy/rules/deposit-clock.ts';
import { DEPOSIT_SOURCE } from '../../tenancy/rules/sources.ts';
import { type AskedFor, type Home, isAssured, type LetHome, lets, stays, WITHOUT_ASSURED, wasGiven } from './facts.ts';
import { type Outcome, type Rule, rule, type Subject, WHOLE_HOME } from './rule.ts';
import { LICENCE_SOURCE, REQUEST_SOURCE } from './sources.ts';

type Part = Subject & {
  tenancy: LetHome;
  received: string | null;
  protected: string | null;
  information: string | null;
};

/** Each part of a deposit has its own periods of 30 days. */
const parts = (home: Home, today: string): Part[] =>
  lets(home, today).flatMap((tenancy): Part[] => {
    const { deposit, id } = tenancy;
    if (deposit.amount === 0 || deposit.returned !== null) return [];
    return [deposit, ...deposit.parts].map((part, place) => ({
      key: place === 0 ? id : `${id} ${place}`,
      tenancyId: id,
      about: deposit.parts.length > 0 && part.received ? `Received on ${formatDay(part.received)}` : null,
      since: part.received ?? tenancy.start,
      tenancy,
      received: part.received,
      protected: part.protected,
      information: part.information,
    }));
  });

const received = (day: string) => [`Received on ${formatDay(day)}`, '30 days, beginning with the day of receipt'];

const depositProtect = rule({
  id: 'deposit-protect',
  kind: 'deposit',
  item: 'Protect the deposit',
  source: DEPOSIT_SOURCE,
  applies: parts,
  due: ({ tenancy, ...part }, _, today): Outcome => {
    if (!isAssured(tenancy)) return { none: WITHOUT_ASSURED[tenancy.kind] ?? tenancy.kind };
    if (part.received === null) return { ask: 'depositReceived' };
    const { lastDay, day } = depositClock({ received: part.received, done: part.protected, today });
    if (part.protected !== null) return { none: `done on day ${day} of 30` };
    return { day: lastDay, why: received(part.received) };
  },
});

const depositInformation = rule({
  id: 'deposit-information',
  kind: 'deposit',
  item: 'Give the deposit’s prescribed information',
  source: DEPOSIT_SOURCE,
  applies: parts,
  due: ({ tenancy, ...part }, home, today): Outcome => {
    if (!isAssured(tenancy)) return { none: WITHOUT_ASSURED[tenancy.kind] ?? tenancy.kind };
    if (part.received === null) return { none: 'the day of receipt is missing' };
    const missing = withoutInformation(tenancy, part.information, { home, today });
    const { lastDay } = depositClock({ received: part.received, done: null, today });
    if (missing.length === 0) return { none: 'given to every tenant' };
    return { day: lastDay, why: [...received(part.received), `No record for ${missing.join(', ')}`] };
  },
});

/** Returns who lacks the information: another payer of the deposit and, if no day was entered, tenants. */
function withoutInformation(tenancy: LetHome, day: string | null, { home, today }: { home: Home; today: string }) {
  const tenants = day === null ? tenancy.tenants.filter((one) => stays(one, today)) : [];
  const { payer } = tenancy.deposit;
  const isMissing = (tenant: LetHome['tenants'][number] | null) =>
    !wasGiven(home, { type: 'deposit', tenancy, tenant });
  return [
    ...tenants.filter(isMissing).map(({ name }) => name),
    ...(payer !== null && isMissing(null) ? [`${payer}, who paid it`] : []),
  ];
}

type Params = Subject & { asked: AskedFor };

const openRequests =
  (kinds: readonly AskedFor['kind'][]) =>
  ({ requests, tenancies }: Home): Params[] =>
    requests
      .filter(({ kind, answeredOn }) => answeredOn === null && kinds.includes(kind))
      .filter(({ kind, tenancyId }) => {
        const tenancy = tenancies.find(({ id }) => id === tenancyId);
        return kind !== 'pet' || (tenancy !== undefined && isAssured(tenancy));
      })
      .map((asked) => ({ key: asked.id, tenancyId: asked.tenancyId, about: asked.what, since: asked.askedOn, asked }));

type RequestWords = { id: string; item: string; kinds: AskedFor['kind'][]; source: RuleSource; within: string };

const requestRule = ({ id, item, kinds, source, within }: RequestWords): Rule =>
  rule({
    id,
    kind: 'request',
    item,
    source,
    applies: openRequests(kinds),
    due: ({ asked }, _, today): Outcome => {
      const { day, waiting } = answerBy(asked, today);
      const why = [`Asked on ${formatDay(asked.askedOn)}`, within];
      // The 28 days have passed, but the landlord's question extends them until the tenant's reply.
      if (waiting) return { day: addDays(asked.askedOn, 28), why: [...why, 'Waiting for the tenant’s reply'], waiting };
      return day === null ? { none: 'no last day' } : { day, why };
    },
  });

const licenceEnd = rule({
  id: 'licence-end',
  kind: 'licence',
  item: 'Licence ends',
  source: LICENCE_SOURCE,
  typed: 'propertyLicensing',
  applies: ({ licences }) =>
    licences
      .filter(({ kind, ends }) => !licences.some((other) => other.kind === kind && other.ends > ends))
      .map((licence) => ({ key: licence.id, tenancyId: null, about: licence.council, licence })),
  due: ({ licence: { kind, council, ends } }): Outcome => ({
    day: ends,
    why: [
      kind === 'exemption'
        ? `The exemption notice of ${council} ends on ${formatDay(ends)}`
        : `The licence of ${council} ends on ${formatDay(ends)}`,
    ],
  }),
});

/** With fewer adults, a missing number of people is not reported. */
const MIN_ADULTS = 3;

const licenceMissing = rule({
  id: 'licence-needed',
  kind: 'licence',
  item: 'Licence for a house in multiple occupation',
  source: LICENCE_SOURCE,
  applies: (home, today) => (lets(home, today).length > 0 ? [WHOLE_HOME] : []),
  due: (_, home, today): Outcome => {
    const { people, households, storeys } = home;
    if (home.notApplicable.propertyLicensing !== undefined) return { none: home.notApplicable.propertyLicensing };
    if (home.licences.some(({ ends }) => ends > today)) return { none: 'licensed' };
    if (people === null) return adultsOf(home, today) < MIN_ADULTS ? { none: 'few people' } : { ask: 'people' };
    if (people < 5) return { none: `${counted(people, 'person', 'people')} live there` };
    if (households === null) return { ask: 'households' };
    if (licenceNeeded({ people, households, storeys }).state !== 'mandatory') return { none: 'no mandatory licence' };
    return {
      ask: 'licence',
      why: [
        `${counted(people, 'person', 'people')} in ${counted(households, 'household')} need a mandatory licence`,
        'No licence is recorded',
      ],
    };
  },
});

const adultsOf = (home: Home, today: string) =>
  Math.max(
    ...lets(home, today).map(
      ({ tenants, occupiers }) => [...tenants, ...occupiers].filter((one) => stays(one, today)).length,
    ),
  );

export const DUTY_RULES: Rule[] = [
  depositProtect,
  depositInformation,
  requestRule({
    id: 'pet',
    item: 'Answer the request for a pet',
    kinds: ['pet'],
    source: REQUEST_SOURCES.pet ?? REQUEST_SOURCE,
    within: '28 days, or 7 days after the reply to your question if that is later',
  }),
  requestRule({
    id: 'electrical-asked',
    item: 'Send the requested electrical report',
    kinds: ['viewing-report', 'council-report'],
    source: REQUEST_SOURCES['viewing-report'] ?? REQUEST_SOURCE,
    within: '28 days for a person who views the home, 7 days for the council',
  }),
  requestRule({
    id: 'data-asked',
    item: 'Send the requested personal data',
    kinds: ['data'],
    source: REQUEST_SOURCES.data ?? REQUEST_SOURCE,
    within: 'One month from the request',
  }),
  requestRule({
    id: 'asked',
    item: 'Answer the request',
    kinds: ['alteration', 'council', 'other'],
    source: REQUEST_SOURCE,
    within: 'The day that you entered',
  }),
  licenceEnd,
  licenceMissing,
];
