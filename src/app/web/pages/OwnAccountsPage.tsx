import { LoginDeletion } from '../../../features/profile/removal/LoginDeletion.tsx';
import { AccountsPage } from '../../../features/team/AccountsPage.tsx';

export function OwnAccountsPage() {
  return <AccountsPage deletion={(person) => <LoginDeletion person={person} wide />} />;
}
