/** The form of a rule: its subjects in a home, and the outcome for each. */
import type { RuleSource } from '../../../shared/rule-source.ts';
import type { Kind } from '../listed.ts';
import type { Fact, Home } from './facts.ts';

export type Outcome =
  | {
      day: string;
      /** Steps that lead to the day, as sentences without a full stop. */
      why: string[];
      /** A day that is never overdue: for example, somebody else has to act first. */
      waiting?: true;
    }
  /** A fact is missing. */
  | { ask: Fact; why?: string[] }
  /** No duty, or it is done, with the reason. */
  | { none: string }
  /** A duty without a date yet. */
  | { coming: string[] };

/** The subject of a duty: the whole home, or one of its records with its name. `since` is the day of the fact. */
export type Subject = { key: string; tenancyId: string | null; about: string | null; since?: string | undefined };

export const WHOLE_HOME: Subject = { key: '', tenancyId: null, about: null };

type Plan<S extends Subject> = {
  id: string;
  kind: Kind;
  /** The duty, as the title of its row. */
  item: string;
  source: RuleSource;
  /** Last day of facts that the rule judges. */
  until?: string;
  /** The compliance item whose typed end date may be the day. */
  typed?: string;
  /** Empty if the rule does not apply. */
  applies: (home: Home, today: string) => S[];
  due: (subject: S, home: Home, today: string) => Outcome;
};

/** A row of public.deadlines, by API name. */
export type Derived = {
  rule: string;
  kind: Kind;
  subject: string;
  tenancyId: string | null;
  title: string;
  about: string | null;
  day: string | null;
  state: 'due' | 'waiting' | 'ask' | 'coming';
  ask: Fact | null;
  why: string[];
  typed: boolean;
};

export type Rule = Pick<Plan<Subject>, 'id' | 'kind' | 'item' | 'source'> & {
  until: string | null;
  /** The outcome for each subject, even without a deadline. */
  outcomes(home: Home, today: string): { subject: Subject; outcome: Outcome }[];
  derive(home: Home, today: string): Derived[];
};

/** A fact is judged by the rule in force on its day, not by today's. */
export function rule<S extends Subject>({ applies, due, typed, until, ...named }: Plan<S>): Rule {
  const { id, kind, item: title, source } = named;
  const inForce = ({ since }: Subject) =>
    since === undefined || (since >= source.effectiveFrom && (until === undefined || since <= until));
  const outcomes: Rule['outcomes'] = (home, today) =>
    applies(home, today)
      .filter(inForce)
      .map((subject) => ({ subject, outcome: due(subject, home, today) }));
  const derive: Rule['derive'] = (home, today) =>
    outcomes(home, today).flatMap(({ subject: { key, tenancyId, about }, outcome }): Derived[] => {
      const row = {
        rule: id,
        kind,
        subject: key,
        tenancyId,
        title,
        about,
        day: null,
        ask: null,
        why: [],
        typed: false,
      };
      if ('none' in outcome) return [];
      if ('coming' in outcome) return [{ ...row, state: 'coming', why: outcome.coming }];
      if ('ask' in outcome) return [{ ...row, state: 'ask', ask: outcome.ask, why: outcome.why ?? [] }];
      const { day, why, waiting } = outcome;
      const isTyped = typed !== undefined && home.ends[typed] === day;
      return [{ ...row, state: waiting ? 'waiting' : 'due', day, why, typed: isTyped }];
    });
  return { ...named, until: until ?? null, outcomes, derive };
}
