import { splitPence } from '../../shared/money.ts';
import { shareText } from '../owner/rules/shares.ts';
import { amountLine } from '../transaction/labels.ts';
import type { TaxRowItem } from './tax.ts';

/** The owner's part of one transaction. Boxes are rounded once, so the parts may differ from them by some pence. */
export function OwnerPart({ amount, type, share }: TaxRowItem) {
  if (!share || share.numerator === share.denominator) return null;
  const { numerator, denominator } = share;
  const [part = 0] = splitPence(amount, [numerator, denominator - numerator]);
  return (
    <span className="block text-s text-ink-2">{`${shareText(share)}: ${amountLine({ type, amount: part })}`}</span>
  );
}
