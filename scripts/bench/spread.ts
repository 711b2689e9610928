/** Returns the smallest value that at least `share` (0 to 1) of the values do not exceed; NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The median of an even number of values is the mean of the middle two. */
export type Spread = { median: number; low: number; high: number };

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const [lower = Number.NaN, upper = lower] = sorted.slice((sorted.length - 1) / 2, sorted.length / 2 + 1);
  return { median: (lower + upper) / 2, low: Math.min(...values), high: Math.max(...values) };
}
