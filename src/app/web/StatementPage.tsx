/** /dashboard/finance/import: statement files, and what of earlier ones waits to be matched. */
import { ToMatch } from '../../features/bank/ConnectedBanks.tsx';
import { ImportPage } from '../../features/statement/ImportPage.tsx';

export const StatementPage = () => <ImportPage waiting={<ToMatch />} />;
