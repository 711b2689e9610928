import type { RuleSource } from '../../../shared/rule-source.ts';
import type { Kind } from '../listed.ts';
import type { Fact, Home } from './facts.ts';

export type Outcome =
  | {
      day: string;
      /** Reasons for the day, as sentences without a full stop. */
      why: string[];
      /** Set if the day is never overdue, for example because another person has to act first. */
      waiting?: true;
    }
  /** A fact is missing. */
  | { ask: Fact; why?: string[] }
  /** Why there is no duty, or no longer a duty. */
  | { none: string }
  /** A duty without a date yet. */
  | { coming: string[] };

/** The subject of a duty: the whole home, or one of its records. `since` is the day that decides which law applies. */
export type Subject = { key: string; tenancyId: string | null; about: string | null; since?: string | undefined };

export const WHOLE_HOME: Subject = { key: '', tenancyId: null, about: null };

type Plan<S extends Subject> = {
  id: string;
  kind: Kind;
  /** The duty, which is the title of the deadline. */
  item: string;
  source: RuleSource;
  /** The last `since` to which the rule applies. */
  until?: string;
  /** The compliance item whose end date, if the landlord entered it, can be the deadline. */
  typed?: string;
  applies: (home: Home, today: string) => S[];
  due: (subject: S, home: Home, today: string) => Outcome;
};

/** A row of the table `deadlines`, with API names for its columns. */
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
  /** Outcomes of all subjects, including those without a deadline. */
  outcomes(home: Home, today: string): { subject: Subject; outcome: Outcome }[];
  derive(home: Home, today: string): Derived[];
};

/** The rule applies only to subjects from days on which its law was in force. */
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
