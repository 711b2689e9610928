/** Prints results for each scene, and figures with their goals. */

const GOALS = {
  'answer of 503 beside a frozen database': 5_000,
  'readiness beside a frozen database': 2_000,
};
export type Goal = keyof typeof GOALS;

/** `back` is milliseconds from a scene's end until the landlord is served. */
type Round = { acknowledged: number; lost: number; back: number };

export function newReport() {
  const rounds = new Map<string, Round[]>();
  const figures = new Map<Goal, number[]>();
  return {
    played: (scene: string, round: Round) => void rounds.set(scene, [...(rounds.get(scene) ?? []), round]),
    measured: (goal: Goal, milliseconds: number) =>
      void figures.set(goal, [...(figures.get(goal) ?? []), milliseconds]),
    print() {
      const all = [...rounds, ['in all', [...rounds.values()].flat()] as const];
      console.table(
        all.map(([scene, played]) => ({
          scene,
          times: played.length,
          'rows acknowledged': sum(played.map(({ acknowledged }) => acknowledged)),
          'rows lost': sum(played.map(({ lost }) => lost)),
          'slowest return ms': slowest(played.map(({ back }) => back)),
        })),
      );
      console.log('Return is the time from the end of a scene until the landlord can see and add properties.');
      const beside = [...figures].map(([figure, times]) => ({
        figure,
        times: times.length,
        'slowest ms': slowest(times),
        'goal ms': GOALS[figure],
      }));
      if (beside.length > 0) console.table(beside);
    },
  };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const slowest = (times: number[]) => Math.round(Math.max(0, ...times));
