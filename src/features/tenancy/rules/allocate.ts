/** Previews how a payment is allocated; the database makes the actual allocation. Amounts are pence. */

/**
 * Pays the chosen amounts, then the oldest of the other charges. `charges` are sorted, oldest first. `credit` is the
 * rest, negative if more was chosen than paid.
 */
export function allocate<Charge extends { id: string; left: number }>(
  charges: readonly Charge[],
  amount: number,
  chosen: ReadonlyMap<string, number> = new Map(),
): { paid: (Charge & { pays: number })[]; credit: number } {
  let credit = charges.reduce((rest, { id }) => rest - (chosen.get(id) ?? 0), amount);
  const paid = charges.map((charge) => {
    const wanted = chosen.get(charge.id);
    const pays = wanted ?? Math.max(0, Math.min(credit, charge.left));
    if (wanted === undefined) credit -= pays;
    return { ...charge, pays };
  });
  return { paid, credit };
}
