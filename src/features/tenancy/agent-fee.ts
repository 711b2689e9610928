/** A letting agent's fee per payment. */
import { formatPence } from '../../shared/money.ts';

export const VAT = ['added', 'included', 'none'] as const;
export const VAT_LABELS = { added: 'Plus VAT', included: 'VAT is included', none: 'No VAT' } as const;

export type AgentFee = {
  feePercent: number | null;
  feeFixed: number | null;
  vat: (typeof VAT)[number];
};

/** '10% plus VAT', '£60.00 per payment, VAT included'. */
export function feeLine({ feePercent, feeFixed, vat }: AgentFee): string {
  const plain =
    feeFixed === null ? `${(feePercent ?? 0).toLocaleString('en-GB')}%` : `${formatPence(feeFixed)} per payment`;
  return `${plain}${vat === 'added' ? ' plus VAT' : vat === 'included' ? ', VAT included' : ''}`;
}
