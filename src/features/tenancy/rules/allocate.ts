/** Previews how a payment is allocated; the database makes the actual allocation. Amounts are pence. */

/**
 * Pays the chosen amounts, then the other charges in their order, which must be oldest first. `credit` is the
 * unallocated remainder, negative if the chosen amounts exceed the payment.
 */
export function allocate<Charge extends { id: string; left: number }>(
  charges: readonly Charge[],
  amount: number,
  chosen: ReadonlyMap<string, number> = new Map(),
): { paid: (Charge & { pays: number })[]; credit: number } {
  let credit = charges.reduce((rest, { id }) => rest - (chosen.get(id) ?? 0), amount);
  const paid = charges.map((charge) => {
    const chosenAmount = chosen.get(charge.id);
    const pays = chosenAmount ?? Math.max(0, Math.min(credit, charge.left));
    if (chosenAmount === undefined) credit -= pays;
    return { ...charge, pays };
  });
  return { paid, credit };
}
