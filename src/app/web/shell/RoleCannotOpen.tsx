import { LinkButton } from '../../../web/records/links.client.ts';
import { PageHead, useTitle } from '../../../web/ui/display/PageHead.tsx';

const TITLE = 'Your role cannot open this';

export function RoleCannotOpen() {
  useTitle(TITLE);
  return (
    <>
      <PageHead title={TITLE} line="Ask an owner of the account for access." />
      <LinkButton to="/dashboard" variant="primary">
        Go to your dashboard
      </LinkButton>
    </>
  );
}
