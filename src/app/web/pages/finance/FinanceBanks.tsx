import { ConnectedBanks } from '../../../../features/bank/ConnectedBanks.tsx';
import type { Opening } from '../../../../features/bank/connection/ConnectionDialog.tsx';
import { PayerRules } from '../../../../features/bank/PayerRules.tsx';
import { categoryLabel } from '../../../../features/transaction/labels.ts';

export function FinanceBanks({ onOpen }: { onOpen: (opening: Opening) => void }) {
  return (
    <>
      <ConnectedBanks onOpen={onOpen} />
      <PayerRules categoryLabel={categoryLabel} />
    </>
  );
}
