/** What an amount pays, as it is previewed before the database settles it. Pure; pence. */

/**
 * Each of `charges`, oldest first, with what it is paid: as much as was chosen for it, and of the rest the oldest first. What is left over is
 * credit, below zero where more was chosen than there is.
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
